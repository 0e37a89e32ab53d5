export const goToTexts = {
  field: 'Cerca una persona, una schermata, un evento',
  fieldWithRooms: 'Cerca una persona, una stanza, una schermata, un evento',
  rooms: 'Stanze',
  teams: 'Squadre',
}
