/** An email address, which a narrow line breaks before its `@`. */
export function Email({ address }: { address: string }) {
  const end = address.lastIndexOf('@')
  return (
    <>
      {address.slice(0, end)}
      <wbr />
      {address.slice(end)}
    </>
  )
}
