// What the other pages are made of besides, in one script.
import './shared-first.ts';
import '../parts/charts/steps.tsx';
import '../parts/charts/strip.tsx';
import '../parts/choices.tsx';
import '../parts/code-block.tsx';
import '../parts/confirm-dialog.tsx';
import '../parts/copy-field.tsx';
import '../parts/form-dialog.tsx';
import '../parts/list-page.tsx';
import '../parts/pair.tsx';
import '../parts/prose.tsx';
import '../parts/secrets.tsx';
import '../parts/settings-row.tsx';
import '../parts/timeline.tsx';
import '../parts/use-act.ts';
