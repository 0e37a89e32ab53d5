import { splitAddresses } from '@covo/contract/addresses'
import { OuterLink } from './outer-link.tsx'

/** A text that somebody wrote without markup. The addresses in it are links. */
export function LinkedText({ text }: { text: string }) {
  return splitAddresses(text).map(({ text: piece, isAddress }, index) =>
    isAddress ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other name
      <OuterLink key={index} href={piece} />
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other name
      <span key={index}>{piece}</span>
    ),
  )
}
