declare module '@20minutes/s3rver' {
  /** A server of S3's protocol for tests: what is used of it. */
  class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      vhostBuckets: boolean
      configureBuckets: { name: string }[]
    })
    run(): Promise<{ port: number }>
    close(): Promise<void>
    on(name: 'event', listener: (event: unknown) => void): this
  }
  export = S3rver
}
