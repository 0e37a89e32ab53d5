export const landingTexts = {
  tagline: 'Unisciti alla rivoluzione digitale • Connetti • Crea • Innova',
  pitch: 'CTF, hackathon, contest e una chat sempre accesa, per chi sviluppa, studia e smonta le cose.',
  register: 'Registrati',
  login: 'Login',
  statistics: [
    ['24/7', 'Community Online'],
    ['infinite', 'Possibilità'],
  ],
  next: 'Prossimi eventi',
  allEvents: 'Tutti gli eventi',
  composer: 'Scrivi un messaggio...',
} as const

/** Without an author it is the reader's own. `tone` stands for a uid: it chooses the avatar's colours. */
export const sampleChat = [
  {
    author: 'Tommaso',
    tone: '3',
    time: '21:04',
    texts: ['Flag del livello 2 presa. Era tutto in `strings -n 8 covo.bin`'],
  },
  { author: 'Nora', tone: '2', time: '21:06', texts: ['Io sono ancora bloccata sul canary. Un indizio?'] },
  { author: null, tone: '', time: '21:07', texts: ['Guarda cosa fa `printf` con il tuo nome.'] },
  {
    author: 'Giada',
    tone: '4',
    time: '21:11',
    texts: ["Ci sono anch'io. Apro una chiamata?", 'Giovedì riproviamo insieme il livello 4'],
  },
  { author: null, tone: '', time: '21:12', texts: ['Volentieri, porto la lavagna.'] },
]
