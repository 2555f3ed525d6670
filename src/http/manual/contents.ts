// What the manual consists of, by reader: the one list of its pages. A page is a document of the project; a new one is a line here.

export type PageEntry = {
  /** Its address below /docs. */
  slug: string;
  /** In the contents; the page itself has its own heading. */
  title: string;
  /** From the root of the project. */
  file: string;
};
export type Part = { name: string; pages: readonly PageEntry[] };

/** The part for those who run the service; the others are for those who call it. */
export const OPERATIONS = 'Operations';

export const PARTS: readonly Part[] = [
  {
    name: 'Start',
    pages: [
      { slug: 'start', title: 'What it is', file: 'docs/start.md' },
      { slug: 'quickstart-curl', title: 'Quickstart: curl', file: 'docs/quickstart-curl.md' },
      { slug: 'quickstart-node', title: 'Quickstart: Node', file: 'docs/quickstart-node.md' },
      { slug: 'quickstart-python', title: 'Quickstart: Python', file: 'docs/quickstart-python.md' },
      { slug: 'concepts', title: 'Concepts', file: 'docs/concepts.md' },
    ],
  },
  {
    name: 'Guides',
    pages: [
      { slug: 'hosted-page', title: 'The hosted page', file: 'docs/hosted-page.md' },
      { slug: 'recipes', title: 'Recipes', file: 'docs/recipes.md' },
      { slug: 'device-script', title: 'The device script', file: 'docs/device-script.md' },
      { slug: 'webhooks', title: 'Webhooks and events', file: 'docs/webhooks.md' },
      { slug: 'agreements', title: 'Car-finance agreements', file: 'docs/agreements.md' },
      { slug: 'attributes', title: 'Attributes', file: 'docs/attributes.md' },
      { slug: 'changes', title: 'Changes', file: 'docs/changes.md' },
      { slug: 'lenders', title: 'Lenders', file: 'docs/lenders.md' },
      { slug: 'evidence', title: 'Evidence packs', file: 'docs/evidence.md' },
      { slug: 'rights', title: 'What a consumer is told', file: 'docs/rights.md' },
      { slug: 'payments', title: 'Payments', file: 'docs/payments.md' },
      { slug: 'people', title: 'Sign-in and roles', file: 'docs/people.md' },
    ],
  },
  {
    name: 'API',
    pages: [
      { slug: 'sdk', title: 'SDK: TypeScript', file: 'packages/sdk/README.md' },
      { slug: 'sdk-python', title: 'SDK: Python', file: 'packages/python/README.md' },
      { slug: 'sdk-php', title: 'SDK: PHP', file: 'packages/php/README.md' },
      { slug: 'limits', title: 'Limits', file: 'docs/limits.md' },
      { slug: 'collections', title: 'Postman and Bruno', file: 'docs/collections.md' },
      { slug: 'versioning', title: 'Versions', file: 'docs/versioning.md' },
      { slug: 'gaps', title: 'What the interface leaves open', file: 'docs/gaps.md' },
      { slug: 'changelog', title: 'Changelog', file: 'CHANGELOG.md' },
    ],
  },
  { name: 'Errors', pages: [{ slug: 'errors', title: 'Every error code', file: 'docs/errors.md' }] },
  {
    name: 'Testing',
    pages: [
      {
        slug: 'test-your-integration',
        title: 'Test your integration',
        file: 'docs/test-your-integration.md',
      },
      {
        slug: 'integration-checklist',
        title: 'Checklist for integrators',
        file: 'docs/integration-checklist.md',
      },
    ],
  },
  {
    name: OPERATIONS,
    pages: [
      { slug: 'going-live', title: 'Before you go live', file: 'docs/going-live.md' },
      { slug: 'dpia', title: 'Impact assessment: a skeleton', file: 'docs/dpia.md' },
      {
        slug: 'processor-agreement',
        title: 'Processor agreement: a skeleton',
        file: 'docs/processor-agreement.md',
      },
      { slug: 'bureaus', title: 'The bureaus', file: 'docs/bureaus.md' },
      { slug: 'deploy', title: 'Deploying', file: 'docs/deploy/README.md' },
      { slug: 'growing', title: 'Growing', file: 'docs/deploy/growing.md' },
      { slug: 'operations', title: 'Operations', file: 'docs/operations.md' },
      { slug: 'settings', title: 'Settings', file: 'docs/settings.md' },
      { slug: 'commands', title: 'Commands', file: 'docs/commands.md' },
      { slug: 'device-signals', title: 'Device signals', file: 'docs/device-signals.md' },
      { slug: 'security', title: 'Security', file: 'SECURITY.md' },
    ],
  },
];

export const PAGES: readonly PageEntry[] = PARTS.flatMap(({ pages }) => pages);
/** The pages for those who call the service. */
export const INTEGRATORS: readonly PageEntry[] = PARTS.filter(({ name }) => name !== OPERATIONS).flatMap(
  ({ pages }) => pages,
);
export const FIRST_PAGE = 'start';
