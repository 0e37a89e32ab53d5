import { isSafeAddress } from './http/network.ts'

/** A bucket of an S3-compatible server, with the key that opens it. */
export type S3Address = {
  /** The bucket's own address, without the key: `https://s3.esempio.it/covo`. */
  url: string
  region: string
  keyId: string
  secret: string
}

/** What to write where an address is not one, without the one that was written: it has a secret. */
export const s3AddressForm =
  'an address such as https://key:secret@s3.esempio.it/bucket?region=garage, its key and secret percent-encoded'

/** Where no region is named, as servers of one's own mostly call theirs. */
const usualRegion = 'us-east-1'

/** Reads an address of that form; null where it is none, or would show the bucket's bytes on the way. */
export function parseS3Address(text: string): S3Address | null {
  const url = URL.parse(text)
  const [, bucket] = /^\/([a-z\d][\w.-]{1,61}[a-z\d])\/?$/i.exec(url?.pathname ?? '') ?? []
  if (!url || !bucket || !isSafeAddress(text) || url.hash) return null
  const { region = usualRegion, ...others } = Object.fromEntries(url.searchParams)
  const [keyId, secret] = [decode(url.username), decode(url.password)]
  if (!keyId || !secret || !/^[\w-]+$/.test(region) || Object.keys(others).length > 0) return null
  return { url: `${url.origin}/${bucket}`, region, keyId, secret }
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
