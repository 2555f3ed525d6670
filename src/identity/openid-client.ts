// A client of the embedded OpenID provider, as the provider and its adapter see it.

export type OpenIdClient = {
  clientId: string;
  secretHash: string;
  /** During the overlap after a secret was rotated. */
  oldSecretHash?: string | null;
  generation?: number;
  scopes: readonly string[];
  /** Only for our own pages: where people return to. */
  redirectUri?: string;
};
