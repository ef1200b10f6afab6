-- The ledger that a team would build on PostgreSQL: one stored function call, and so one round trip
-- and one transaction, for each transfer. Made for speed where that breaks no promise: balances are
-- rows of their own with room for updates in place; there are no foreign keys (the function checks
-- references), and no index except the keys and the index that lists an account's postings.

create table api_keys (
  digest bytea primary key,
  key_id text not null,
  product_id text not null,
  environment text not null,
  scopes text[] not null
);

create table accounts (
  account_id text primary key,
  product_id text not null,
  status text not null,
  currency text not null,
  posted bigint not null,
  held bigint not null
) with (fillfactor = 50);

create table transfers (
  transfer_id text primary key,
  product_id text not null,
  source_account_id text not null,
  destination_account_id text not null,
  amount bigint not null,
  currency text not null,
  status text not null,
  operation_id text not null,
  receipt_id text not null,
  created_at timestamptz not null
);

create table postings (
  posting_id bigint generated always as identity,
  account_id text not null,
  transfer_id text not null,
  amount bigint not null,
  posted_after bigint not null
);
create index postings_of_account on postings (account_id, posting_id);

create table idempotency_keys (
  key uuid primary key,
  product_id text not null,
  digest bytea not null,
  status int not null,
  body text not null
);

create function refusal(code text, message text) returns text language sql immutable as $$
  select json_build_object('error',
    json_build_object('code', code, 'message', message, 'details', json_build_object()))::text
$$;

-- p_body is the reply if the transfer posts. A second call at the same moment under one key fails
-- with unique_violation; repeated, it finds the reply of the first call.
create function create_transfer(
  p_key uuid, p_digest bytea, p_product text, p_transfer text, p_operation text, p_receipt text,
  p_source text, p_destination text, p_amount bigint, p_currency text, p_now timestamptz,
  p_body text
) returns table (status int, body text, replayed boolean) language plpgsql as $$
declare
  known idempotency_keys%rowtype;
  source accounts%rowtype;
  destination accounts%rowtype;
  outcome int := 201;
  answer text := p_body;
begin
  select * into known from idempotency_keys k where k.key = p_key;
  if found then
    if known.digest <> p_digest or known.product_id <> p_product then
      return query select 409,
        refusal('idempotency_conflict', 'this key was used for another request'), false;
      return;
    end if;
    return query select known.status, known.body, true;
    return;
  end if;

  -- Accounts are locked in the order of their ids, so that no two transfers wait for each other.
  if p_source < p_destination then
    select * into source from accounts a where a.account_id = p_source for no key update;
    select * into destination from accounts a where a.account_id = p_destination for no key update;
  else
    select * into destination from accounts a where a.account_id = p_destination for no key update;
    select * into source from accounts a where a.account_id = p_source for no key update;
  end if;

  if source.product_id is distinct from p_product
    or destination.product_id is distinct from p_product then
    outcome := 404;
    answer := refusal('account_not_found', 'no such account');
  elsif source.currency <> p_currency or destination.currency <> p_currency then
    outcome := 400;
    answer := refusal('currency_mismatch', 'the account has another currency');
  elsif source.status <> 'open' then
    outcome := 400;
    answer := refusal('source_account_status_forbidden', 'the source is not open');
  elsif destination.status <> 'open' then
    outcome := 400;
    answer := refusal('destination_account_status_forbidden', 'the destination is not open');
  elsif source.posted - source.held < p_amount then
    outcome := 409;
    answer := refusal('insufficient_balance', 'amount exceeds the available balance');
    insert into transfers values (p_transfer, p_product, p_source, p_destination, p_amount,
      p_currency, 'failed', p_operation, p_receipt, p_now);
  else
    update accounts a set posted = a.posted - p_amount where a.account_id = p_source;
    update accounts a set posted = a.posted + p_amount where a.account_id = p_destination;
    insert into transfers values (p_transfer, p_product, p_source, p_destination, p_amount,
      p_currency, 'posted', p_operation, p_receipt, p_now);
    insert into postings (account_id, transfer_id, amount, posted_after) values
      (p_source, p_transfer, -p_amount, source.posted - p_amount),
      (p_destination, p_transfer, p_amount, destination.posted + p_amount);
  end if;

  insert into idempotency_keys values (p_key, p_product, p_digest, outcome, answer);
  return query select outcome, answer, false;
end $$;
