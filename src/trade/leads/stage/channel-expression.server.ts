import { sql } from "drizzle-orm";

/**
 * The source of a first visit in a few words: a client's personal link, else the ad network of a click, else
 * the campaign as its owner named it, else the referring site or form. Click ids are left out,
 * because each is unique. Empty if unknown. Of the row `t` of leads_touches.
 */
export const channelExpression = sql`case
  when t.source ? 'friend' then 'Referral'
  when t.source ?| array['gclid', 'gbraid', 'wbraid'] then 'Google ad'
  when t.source ? 'msclkid' then 'Microsoft ad'
  when t.source ? 'fbclid' and not t.source ? 'utm_source' then 'Facebook or Instagram'
  when t.source ? 'ttclid' then 'TikTok'
  when t.source ? 'li_fat_id' then 'LinkedIn'
  when t.source ? 'utm_source' then concat_ws(', ', lower(t.source ->> 'utm_source'), t.source ->> 'utm_campaign')
  when t.source ? 'import' then 'List: ' || (t.source ->> 'import')
  when t.source ? 'typed' then case t.source ->> 'typed'
    when 'called' then 'Called' when 'met' then 'Met at a job' when 'referral' then 'Referral'
    when 'walked-in' then 'Walked in' else 'Added by hand' end
  when t.source ? 'referrer' then t.source ->> 'referrer'
  when t.source ? 'page' then 'Form on ' || split_part(t.source ->> 'page', '/', 1)
  else '' end`;
