import { communityRules } from '@covo/contract/moderation/moderation.rules'
import { contact, controller, hasExtensions, instanceName } from '../platform/instance.ts'
import { memberScreens } from '../screens.ts'

const writeTo = contact ? `scrivi a ${contact}` : 'scrivi a chi gestisce questa istanza'

/** A kind of personal data: its content, purpose, legal basis (GDPR, art. 6) and retention. */
type DataClass = { name: string; what: string; why: string; basis: string; kept: string }

const contract = 'il contratto, cioè il servizio che chiedi'
const interest = 'il legittimo interesse alla sicurezza di tutti'
const untilRemoval = "fino alla rimozione dell'account"

const dataClasses: DataClass[] = [
  {
    name: 'Account',
    what: 'email, nome visualizzato, impronta della password (mai la password), chiavi pubbliche delle passkey',
    why: 'farti entrare e riconoscerti',
    basis: contract,
    kept: untilRemoval,
  },
  {
    name: 'Profilo',
    what: 'bio, professione, città, telefono, data di nascita, competenze e link, se li scrivi',
    why: 'mostrarli a chi scegli tu',
    basis: contract,
    kept: `finché non li cancelli, o ${untilRemoval}`,
  },
  {
    name: 'Ciò che fai nella community',
    what: 'messaggi, reazioni, eventi, partecipazioni, richieste e amicizie, che cosa hai letto e quando eri in linea',
    why: 'farti parlare, incontrare e organizzare',
    basis: contract,
    kept: `finché non lo elimini, o ${untilRemoval}; i messaggi restano agli altri, senza il tuo nome`,
  },
  {
    name: 'Accessi',
    what: "inizio e ultimo uso di ogni accesso, nome di browser e sistema, da quale browser non serve più provare che sei tu, e ciò che 'Notifiche' ti dice dell'account",
    why: "tenerti dentro e proteggere l'account",
    basis: interest,
    kept: "30 giorni dall'ultimo uso, 90 in tutto; browser e sistemi già usati 180 giorni dall'ultimo accesso, le notifiche 90 giorni",
  },
  {
    name: 'Segnalazioni e decisioni',
    what: 'ciò che segnali o che altri segnalano di te, con una copia di ciò che si vedeva, le decisioni, i reclami',
    why: 'far rispettare le regole e poter rivedere una decisione',
    basis: interest,
    kept: 'le segnalazioni 90 giorni dalla decisione, un testo rimosso 30 giorni, decisioni e reclami 12 mesi, il registro 24 mesi, poi senza nomi',
  },
  {
    name: 'Account eliminati e copie dei dati',
    what: "l'archivio che chiedi dei tuoi dati; di chi viene eliminato mentre è bloccato o sospeso, un'impronta dell'indirizzo email",
    why: 'consegnarti i tuoi dati, e non far tornare subito chi era stato escluso',
    basis: `${contract}; ${interest}`,
    kept: "l'archivio 7 giorni, l'impronta 12 mesi; un account senza conferma dell'indirizzo e mai usato, 7 giorni",
  },
  {
    name: 'Registro di sicurezza',
    what: 'indirizzo di rete, orario e tipo delle operazioni rifiutate o delicate, mai i testi',
    why: 'accorgerci degli abusi e fermarli',
    basis: interest,
    kept: 'il tempo che serve a chi gestisce questa istanza, di solito sei mesi',
  },
]

export const policyTexts = {
  privacyTitle: 'Privacy',
  privacyLead: `Quali dati conserva ${instanceName}, perché, per quanto tempo e che cosa puoi chiedere.`,
  controllerHeading: 'Chi risponde dei dati',
  controller: controller
    ? `Titolare del trattamento: ${controller}.`
    : 'Chi gestisce questa istanza non ha ancora indicato il titolare del trattamento.',
  requests: `Per qualsiasi richiesta ${writeTo}.`,
  dataHeading: 'Quali dati, perché e per quanto tempo',
  dataClasses,
  why: 'perché',
  basis: 'base giuridica',
  kept: 'conservati',
  othersHeading: 'Chi altro li riceve',
  others:
    'Nessuno, tranne chi serve a far funzionare il servizio: il server di posta che spedisce le email; solo se accedi da lì, il fornitore esterno che scegli; se attivi le notifiche su un dispositivo, il servizio push del suo browser, che le consegna cifrate e non le legge. Niente pubblicità, niente statistiche di terzi.',
  rightsHeading: 'Che cosa puoi fare',
  rights: [
    { text: "Leggere e correggere ciò che dici di te in 'Profilo'.", path: memberScreens.profile.path },
    { text: "Scegliere chi vede che cosa in 'Impostazioni', 'Privacy'.", path: memberScreens.privacy.path },
    {
      text: "Fermare le email in 'Impostazioni', 'Notifiche', o dal link in fondo a ognuna.",
      path: memberScreens.notifications.path,
    },
    { text: "Avere una copia dei tuoi dati in 'Impostazioni', 'Privacy'.", path: memberScreens.privacy.path },
    ...(hasExtensions
      ? [
          {
            text: "Eliminare l'account in 'Impostazioni', con 'Elimina Il Mio Account'.",
            path: memberScreens.settings.path,
          },
          { text: `Limitarne l'uso od opporti: ${writeTo}.`, path: null },
        ]
      : [{ text: `Limitarne l'uso, opporti o far rimuovere l'account: ${writeTo}.`, path: null }]),
    {
      text: 'Presentare reclamo al Garante per la protezione dei dati personali (www.garanteprivacy.it).',
      path: null,
    },
  ],
  ageHeading: 'Età',
  age: 'Per registrarti devi avere almeno 14 anni (D.Lgs. 196/2003, art. 2-quinquies).',

  cookiesTitle: 'Cookie',
  cookiesLead:
    'Usiamo solo ciò che serve tecnicamente a far funzionare queste pagine: per questo non vedi nessun banner.',
  cookies: [
    ['covo.session_token', "Ti tiene dentro dopo l'accesso: 30 giorni dall'ultimo uso, 90 in tutto."],
    [
      'covo.known_browser',
      "Riconosce il browser con cui sei già entrato, così chi prova password a caso non ti chiude fuori: 180 giorni dall'ultimo accesso.",
    ],
    ['covo.oauth_state', "Protegge l'accesso con un fornitore esterno: dieci minuti."],
    [
      'memoria del dispositivo',
      'I file del programma, le bozze (30 giorni), i file scelti per un messaggio (7 giorni), i messaggi non ancora inviati e ciò che hai visto per ultimo (7 giorni), per quando manca la rete; le ultime emoji che hai usato e le scelte su come appaiono le pagine. Il logout la svuota, tranne i file del programma e queste scelte.',
    ],
  ],

  rulesTitle: 'Regole della community',
  rules: communityRules,
  reportsHeading: 'Se qualcosa non va',
  reports: [
    "Segnala un messaggio, un profilo o un evento dal suo menu, con 'Segnala': lo legge una persona, che non dice mai chi ha segnalato. Ti scriviamo che l'abbiamo ricevuto e com'è andata.",
    'Chi gestisce la community può rimuovere messaggi ed eventi, svuotare profili e sospendere o bloccare gli account che violano le regole. Chi è colpito da una decisione ne riceve i motivi via email, con un link per fare reclamo gratis entro sei mesi.',
    `Per segnalare qualcosa senza account ${writeTo}: dicci dove si trova e perché.`,
  ],
} as const
