// Starts the console: one query cache, one router below /app.
import './frame/shared-first.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { shouldRetry } from './api/queries.ts';
import { App } from './app.tsx';
import { keepFocus } from './frame/focus.ts';
import { applyTheme } from './frame/theme.ts';
import '../web/base.css';
import './styles/tokens.css';
import './styles/frame.css';
import './styles/parts.css';
import './styles/charts.css';
import './styles/pages.css';
import './styles/report.css';

const FRESH_MS = 5_000;

applyTheme();
keepFocus();
const client = new QueryClient({
  defaultOptions: { queries: { retry: shouldRetry, staleTime: FRESH_MS, networkMode: 'always' } },
});
const root = document.getElementById('root');
if (root === null) throw new Error('the page has no place for the console');
createRoot(root).render(
  <QueryClientProvider client={client}>
    <Router base="/app">
      <App />
    </Router>
  </QueryClientProvider>,
);
