/** The member was told something, or read what they were told, in another tab perhaps. Sent to them alone. */
export type NotificationsChanged = {
  type: 'notifications.changed'
  /** Lines for them alone that they have not read; of the updates of their events the list says how many. */
  unread: number
}
