import { startOpenidProvider } from '@covo/testing/openid-provider'

const [clientOrigin = '', port = ''] = process.argv.slice(2)
await startOpenidProvider({ clientOrigin, port: Number(port) })
