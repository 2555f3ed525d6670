// A client of the embedded OpenID provider, as the provider and its adapter see it.

export type OpenIdClient = {
  clientId: string;
  secretHash: string;
  /** While a rotated secret's overlap lasts. */
  oldSecretHash?: string | null;
  generation?: number;
  scopes: readonly string[];
  /** Of our own pages alone: where people come back to. */
  redirectUri?: string;
};
