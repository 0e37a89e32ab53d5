/** The header by which a browser saves an answer under that name (RFC 6266, appendix D; RFC 8187, section 3.2). */
export function attachmentNamed(name: string): string {
  const ascii = name.replaceAll(/[^ -~]/gu, '_').replaceAll(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
