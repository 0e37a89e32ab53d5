import type { ErrorTexts } from '../platform/api.ts'
import { commonTexts } from '../platform/common.texts.it.ts'

export const exportErrors: ErrorTexts<'POST /api/account/export' | 'GET /api/account/export/file'> = {
  'account.export_too_soon': 'Puoi chiedere un archivio al giorno. Riprova più tardi.',
  'account.export_not_ready': "L'archivio non è più disponibile.",
  'common.unauthenticated': commonTexts.signInNeeded,
  fallback: commonTexts.failed,
}

export const exportTexts = {
  title: 'I tuoi dati',
  what: 'Una copia di ciò che conserviamo su di te: JSON e una pagina da leggere, in un archivio ZIP.',
  prepare: "Prepara l'archivio",
  waiting: "Stiamo preparando l'archivio. Ti scriviamo quando è pronto.",
  download: (size: string) => `Scarica l'archivio (${size})`,
  ownFiles: 'I file che hai inviato nelle conversazioni, in un archivio ZIP.',
  downloadOwnFiles: (size: string) => `Scarica i tuoi file (${size})`,
  until: (date: string) => `Disponibile fino al ${date}.`,
  failed: "Non siamo riusciti a preparare l'archivio. Riprova.",
}
