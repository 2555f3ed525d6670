// Products and their prices: the defaults, overridden by a tenant's own.
import { isProductCode, type PriceList, type ProductCode } from '../../domain/wallet/pricing.ts';
import { type Queryable, statement } from '../engine/connection/database.ts';

export type Product = { code: ProductCode; name: string; credits: number; defaultCredits: number };

const LIST_PRODUCTS = statement(
  'list-products',
  `select p.code, p.name, coalesce(t.credits, p.default_credits) as credits, p.default_credits as "defaultCredits"
   from products p left join tenant_prices t on t.product_code = p.code and t.tenant_id = $1 order by p.code`,
);

export async function listProducts(db: Queryable, tenantId: string): Promise<Product[]> {
  const rows = await db.query<Product>(LIST_PRODUCTS, [tenantId]);
  return rows.filter((row) => isProductCode(row.code));
}

export function toPriceList(products: Product[]): PriceList {
  return new Map(products.map(({ code, credits }) => [code, credits]));
}

const SET_PRICE = statement(
  'set-price',
  `insert into tenant_prices (tenant_id, product_code, credits) select $1, $2, $3 where exists (select 1 from tenants where id = $1)
   on conflict (tenant_id, product_code) do update set credits = excluded.credits, updated_at = now() returning product_code`,
);

/** False when there is no such tenant. */
export async function setPrice(
  db: Queryable,
  tenantId: string,
  product: ProductCode,
  credits: number,
): Promise<boolean> {
  return (await db.query(SET_PRICE, [tenantId, product, credits])).length === 1;
}
