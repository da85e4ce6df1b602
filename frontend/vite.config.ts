import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './vite/precompress.ts';
import { preloadFonts } from './vite/preload-fonts.ts';
import { splitFontFaces } from './vite/split-font-faces.ts';

const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:4000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [splitFontFaces(), react(), tailwindcss(), preloadFonts(), precompress()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The first browsers with light-dark(), on which both themes rest.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // A data: URL of a font would need a wider content security policy than 'self'.
    assetsInlineLimit: 0,
    rolldownOptions: {
      treeshake: {
        // The contracts define their schemas at module level. The client uses their types only, so what makes
        // a schema has no effect here and zod stays out of the bundle.
        manualPureFunctions: ['z.string', 'z.union', 'z.object', 'z.record', 'moneySchema'],
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': api },
  },
});
