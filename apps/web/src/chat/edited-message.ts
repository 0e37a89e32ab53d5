import { createContext } from 'react'

/** The sequence of the message whose text is in the box. */
export const EditedMessageContext = createContext<number | null>(null)
