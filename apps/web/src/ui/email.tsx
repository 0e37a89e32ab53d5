/** An email address, which a narrow line breaks before its `@`. */
export function Email({ address }: { address: string }) {
  const end = address.lastIndexOf('@')
  return (
    <>
      <span>{address.slice(0, end)}</span>
      <wbr />
      <span>{address.slice(end)}</span>
    </>
  )
}
