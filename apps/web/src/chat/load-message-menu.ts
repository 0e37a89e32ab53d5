/** The code of a message's menu, which comes when a pointer, a finger or the focus is near. */
export const loadMessageMenu = () => import('./message-menu.tsx')
