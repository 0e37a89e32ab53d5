import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'

const serviceWorker = 'service-worker.js'

/** Names the text font in the page itself: the browser asks for it beside the styles instead of after them. */
function preloadTextFont(): Plugin {
  return {
    name: 'covo:preload-text-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /schibsted-grotesk-italian.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head-prepend' as const,
          })),
    },
  }
}

/** Names the build's files, but for the seldom needed full faces of the font, in the service worker. */
function listAssets(): Plugin {
  return {
    name: 'covo:list-assets',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const worker = bundle[serviceWorker]
        if (worker?.type !== 'chunk') throw new Error(`the build has no ${serviceWorker}`)
        const files = Object.keys(bundle).filter(
          (file) => /\.(js|css)$/.test(file) || file.includes('schibsted-grotesk-italian'),
        )
        const assets = files.filter((file) => file !== serviceWorker).map((file) => `/${file}`)
        const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(assets.join()))
        const version = new Uint8Array(digest).toHex().slice(0, 12)
        worker.code = worker.code.replace(/\bbuild\b/, JSON.stringify({ version, assets }))
      },
    },
  }
}

export default defineConfig({
  plugins: [
    react({ compiler: true }),
    preloadTextFont(),
    listAssets(),
    // Once, as well as it goes; the page itself is filled in at each request.
    compression({
      algorithms: ['brotliCompress', 'gzip'],
      include: /\.(js|css|svg)$/,
      // It is compressed before the files are named in it.
      exclude: /service-worker\.js$/,
      threshold: 500,
    }),
  ],
  build: {
    // The content security policy allows no data: fonts and styles.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'src/platform/service-worker.ts'],
      output: {
        // Its address tells how far it reaches, and stays for ever.
        entryFileNames: ({ name }) => (name === 'service-worker' ? serviceWorker : 'assets/[name]-[hash].js'),
      },
    },
  },
  server: {
    proxy: { '/api': { target: 'http://localhost:3000', ws: true } },
  },
})
