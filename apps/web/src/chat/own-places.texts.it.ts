export const ownPlacesTexts = {
  name: 'Le tue stanze',
  teams: 'Squadre',
  events: 'Chat degli eventi',
  muted: 'silenziata',
  change: 'Cambia stanza',
  search: 'Cerca tra le tue stanze',
  none: 'Non sei ancora in nessuna stanza.',
  close: 'Chiudi',
}
