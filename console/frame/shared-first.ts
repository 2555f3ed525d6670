// What the frame and the first page are made of, in one script. Every script imports this file, or shared-later.ts: a part that only some of
// them reach would get a small script of its own.
import '../api/queries.ts';
import '../pages/activity/request-words.ts';
import '../parts/attention-list.tsx';
import '../parts/avatar.tsx';
import '../parts/callout.tsx';
import '../parts/charts/bars.tsx';
import '../parts/charts/kpi-strip.tsx';
import '../parts/charts/spend-meters.tsx';
import '../parts/data-table.tsx';
import '../parts/filter-bar.tsx';
import '../parts/menu.tsx';
import '../parts/page-header.tsx';
import '../parts/panel.tsx';
import '../parts/relative-time.tsx';
import '../parts/status-chip.tsx';
import '../parts/tabs.tsx';
import './shortcut.ts';
import './theme.ts';
