import { hydrateRoot } from 'react-dom/client';
import { App } from './app.jsx';

// An async module may run before the parser has reached the root.
const start = () => hydrateRoot(document.getElementById('root'), <App />);
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
else start();
