import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { dropTokenFallbacks } from './vite/drop-token-fallbacks.ts';
import { precompress } from './vite/precompress.ts';
import { preloadFirst } from './vite/preload-first.ts';
import { splitFontFaces } from './vite/split-font-faces.ts';
import { splitLanguages } from './vite/split-languages.ts';

/** Parts of the bundle that pages share; which goes where is decided below. */
const everyPagesLibraries =
  /node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|i18next|react-i18next|@tanstack|decimal\.js)\//;

/** What only pages with tables, filters and actions of admins and managers share. */
const staffParts = [
  'axis',
  'changed-band',
  'day-bars',
  'effects',
  'filter-field',
  'kbd',
  'payment-marks',
  'read-model-labels',
  'save-file-button',
  'signed-mark',
  'staff-page',
  'table',
  'text-link',
  'trade-marks',
  'use-address',
  'use-key-down',
  'waiting-approval',
].join('|');

/** Dialogs, forms, photos and payment steps weigh more and come when one is shown. */
const heavyParts =
  'approvals|buyer-wallet|detail-page|answer-demand|photo-field|details-button|command|copy|staff|dialog|draft|paged|panel-switch|confirm|toaster|code-field|payment-steps|reason-choice|stored-image|image-viewer|shrink-photo|facts|field|form-dialog|form-page|statement-field|solscan|save-file|signature|use-statement|payment-details|trade-payment|trade-now|order-status|sent-proofs|transfer-proof|chat-path|csv|own-account|levels|order-trail|use-call|use-reload|entry-labels|time-left|titled-section|wallet-line';

/** Of the lists a member signs in to, none of it on the landing page. */
const memberParts =
  /frontend\/src\/(?:features\/orders\/(?:history\/|own-orders|matches)|ui\/(?:chat-path|copy|facts|paged|titled-section|order-status)|api\/(?:levels|own-account|use-reload)|session\/panel-switch|shell\/(?:header-bell|bell|navigation))|contracts\/src\/(?:trade-phase|order-status)\b/;

/** Icons of pages that come later. */
const laterIcons = 'calendar|eye-off|gavel|image-off|image-plus|receipt-text|undo-2|user-round-x';

const ourSmallParts = new RegExp(
  String.raw`frontend/src/(?:api|format|i18n/(?:index|language)|session|shell|ui)\b(?!/(?:${heavyParts}|${staffParts}))|contracts/src/(?:kst|money|price-change|paths/(?:orders|members)\b)|lucide-react(?!.*/icons/(?:${laterIcons})\b)`,
);

/** Small parts that the first script imports but few pages share. */
const firstParts =
  /frontend\/src\/(?:realtime\/socket|session\/(?:draft|challenge-progress))\b|contracts\/src\/roles\b/;

const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:4000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    splitFontFaces(),
    splitLanguages(),
    react(),
    tailwindcss(),
    dropTokenFallbacks(),
    preloadFirst(),
    precompress(),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The first browsers with light-dark(), on which both themes rest.
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    // A data: URL of a font would need a wider content security policy than 'self'.
    assetsInlineLimit: 0,
    // Every browser that has light-dark() preloads modules by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Only few forms need the schemas' library, so nothing else may share its file.
            { name: 'rules', test: /node_modules\/zod\//, priority: 3 },
            // What is requested once a page is drawn, by a name that says so.
            { name: 'socket-io', test: /node_modules\/(?:socket|engine)\.io/, priority: 2 },
            // What every page needs and our releases do not change: browsers keep it.
            { name: 'libraries', test: everyPagesLibraries, priority: 2 },
            // Our own small parts in one file rather than twenty.
            { name: 'shared', test: ourSmallParts, minShareCount: 4, priority: 1 },
            // Dialogs and menus in one file: ten small ones took two more trips on the first visit of most pages.
            { name: 'base-ui', test: /node_modules\/@base-ui\//, minShareCount: 8, priority: 1 },
            { name: 'first', test: firstParts, priority: 1 },
            // What a member's first page needs in one file: twenty small ones take three more trips over six
            // connections.
            { name: 'member', test: memberParts, minShareCount: 2, priority: 1 },
            // Shared only by the admins' and managers' screens, so that others do not load it.
            {
              name: 'staff',
              test: new RegExp(String.raw`frontend/src/ui/(?:${staffParts})\b`),
              minShareCount: 2,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', proxy: { '/api': api, '/socket.io': { target: api, ws: true } } },
});
