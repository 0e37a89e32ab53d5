/** The member got notifications, or read some, perhaps in another tab. Sent to them alone. */
export type NotificationsChanged = {
  type: 'notifications.changed'
  /** Lines for them alone that they have not read; of the updates of their events the list says how many. */
  unread: number
}
