import { useQuery } from '@tanstack/react-query'
import { accountQuery } from './account.ts'

/** Not shown: says to password managers whose password a form asks for, where its member types no address. */
export function PasswordOwner() {
  const { data: account } = useQuery(accountQuery)
  return <input type="text" autoComplete="username" value={account?.email ?? ''} readOnly hidden />
}
