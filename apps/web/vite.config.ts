import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'

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

export default defineConfig({
  plugins: [
    react({ compiler: true }),
    preloadTextFont(),
    // Once, as well as it goes; the page itself is filled in at each request.
    compression({ algorithms: ['brotliCompress', 'gzip'], include: /\.(js|css|svg)$/, threshold: 500 }),
  ],
  build: {
    // The content security policy allows no data: fonts and styles.
    assetsInlineLimit: 0,
  },
  server: {
    proxy: { '/api': { target: 'http://localhost:3000', ws: true } },
  },
})
