/** The server cannot start, and the person who started it can do something about it: `message` is one English sentence with the way out. */
export class StartupError extends Error {
  override name = 'StartupError'
}
