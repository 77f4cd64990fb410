import { hydrateRoot } from 'react-dom/client';
import { emptyContactPage } from './contact/page-state.ts';
import { App } from './pages/app.tsx';
import { fetchPagesAhead } from './pages/fetch-pages-ahead.ts';
import { loadPage } from './pages/page-chunks.ts';
import { followStoredMode } from './theme/colour-mode.ts';
import './startup/vitrine.ts';
import './theme/theme.css';

/** Takes over the server's document during the blank second, with the profile that was answered (START-4). */
async function start(root: HTMLElement): Promise<void> {
  followStoredMode(window);
  history.scrollRestoration = 'manual';
  const [profile, firstPage] = await Promise.all([window.vitrine.profile, loadPage(location.pathname)]);
  const { site, api } = document.documentElement.dataset;
  const contact = root.dataset['contact'];
  hydrateRoot(
    root,
    <App
      firstPage={firstPage}
      site={{
        profile,
        opened: window.vitrine.opened,
        siteUrl: site ?? location.origin,
        apiUrl: api ?? '/graphql',
        contactPage: contact ? JSON.parse(contact) : emptyContactPage,
      }}
    />,
  );
  fetchPagesAhead(window, window.vitrine.opened);
}

const root = document.getElementById('root');
if (root) void start(root);
