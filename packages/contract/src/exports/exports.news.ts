/** The archive of the member's own data is asked for, ready or failed. Sent to their own tabs alone. */
export type ExportChanged = { type: 'account.export_changed' }
