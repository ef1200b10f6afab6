-- The requests of `load.ts` for wrk. BENCH_TARGETS names a file: the kind, the items of a batch, the
-- host header, then for each group "key KEY" and its account ids, one a line. Requests are raw
-- strings, because the generator shares the server's cores: constant parts are made once, and a
-- request is one concatenation. The script ends with one line `BENCH_RESULT {json}`; latencies in
-- microseconds.

-- Items in all prepared bodies of batches together; more items would only cost memory.
local BATCH_ITEMS_PREPARED = 16384

local groups, kind = {}, ""
local random, format, concat = math.random, string.format, table.concat

local SOURCE = '{"sourceAccountId":"'
local DESTINATION = '","destinationAccountId":"'
local TAIL = '","amount":"1","currency":"USD"}'

-- 52 random bits for each run and thread, so that no run repeats the keys of another run.
local function seed_random()
  local urandom = assert(io.open("/dev/urandom", "rb"))
  local seed = 0
  for _, byte in ipairs({ urandom:read(6):byte(1, 6) }) do seed = seed * 256 + byte end
  seed = seed * 16 + urandom:read(1):byte() % 16
  urandom:close()
  math.randomseed(seed)
end

-- A key from formatted random numbers. This costs less than joining digits from a table or filling
-- an FFI buffer (6.5, 7.7 and 7.1 us of user time a request; 5.6 with a constant key).
local function new_key()
  return format("%08x-%04x-4%03x-a%03x-%06x%06x", random(0, 0xffffffff), random(0, 0xffff),
    random(0, 0xfff), random(0, 0xfff), random(0, 0xffffff), random(0, 0xffffff))
end

-- The id with this number. All ids of a group are one text: LuaJIT's collector would walk over a table
-- of a million texts in one step, and send nothing for 100 ms.
local function id_of(group, number)
  local to = number * group.width
  return group.ids:sub(to - group.width + 1, to)
end

local function two_of(group)
  local count = group.count
  local source = random(count)
  local destination = source + random(count - 1)
  if destination > count then destination = destination - count end
  return id_of(group, source), id_of(group, destination)
end

local function hot_and_other(group)
  local hot, other = id_of(group, 1), id_of(group, 1 + random(group.count - 1))
  if random(2) == 1 then return hot, other end
  return other, hot
end

local function leg(group)
  local source, destination = two_of(group)
  return SOURCE .. source .. DESTINATION .. destination .. TAIL
end

local function head_of(path, host, key, length)
  return "POST " .. path .. " HTTP/1.1\r\nHost: " .. host .. "\r\nAuthorization: Bearer " .. key ..
    "\r\nContent-Type: application/json\r\nContent-Length: " .. length .. "\r\nIdempotency-Key: "
end

local function prepare_batches(group, host, items)
  group.heads, group.bodies = {}, {}
  group.batches = math.max(4, math.floor(BATCH_ITEMS_PREPARED / items))
  for at = 1, group.batches do
    local legs = {}
    for item = 1, items do legs[item] = leg(group) end
    local body = '{"items":[' .. concat(legs, ",") .. "]}"
    group.heads[at] = head_of("/v1/transfers/batch", host, group.key, #body)
    group.bodies[at] = "\r\n\r\n" .. body
  end
end

local function prepare_query(group, host)
  local body = assert(os.getenv("BENCH_BODY"), "BENCH_BODY is not set")
  group.whole = "POST /v1/graphql HTTP/1.1\r\nHost: " .. host .. "\r\nAuthorization: Bearer " ..
    group.key .. "\r\nContent-Type: application/json\r\nContent-Length: " .. #body ..
    "\r\n\r\n" .. body
end

-- BENCH_HEADERS is lines, each with its end.
local function prepare_message(group, host)
  local path = assert(os.getenv("BENCH_PATH"), "BENCH_PATH is not set")
  local body = assert(os.getenv("BENCH_BODY"), "BENCH_BODY is not set")
  group.whole = "POST " .. path .. " HTTP/1.1\r\nHost: " .. host .. "\r\nAuthorization: Bearer " ..
    group.key .. "\r\nContent-Type: application/json\r\n" .. (os.getenv("BENCH_HEADERS") or "") ..
    "Content-Length: " .. #body .. "\r\n\r\n" .. body
end

local function prepare_page(group, host)
  local path = assert(os.getenv("BENCH_PATH"), "BENCH_PATH is not set")
  group.whole = "GET " .. path .. " HTTP/1.1\r\nHost: " .. host .. "\r\nAuthorization: Bearer " ..
    group.key .. "\r\n\r\n"
end

-- A path, or a body, with {id} has a random id each time.
local function prepare_call(group, host)
  local path = assert(os.getenv("BENCH_PATH"), "BENCH_PATH is not set")
  local body = assert(os.getenv("BENCH_BODY"), "BENCH_BODY is not set")
  local before, after = path:match("^(.*){id}(.*)$")
  local body_before, body_after = body:match("^(.*){id}(.*)$")
  local length = body_before and #body_before + group.width + #body_after or #body
  group.head = "POST " .. (before or path)
  group.tail = (after or "") .. " HTTP/1.1\r\nHost: " .. host .. "\r\nAuthorization: Bearer " ..
    group.key .. "\r\nContent-Type: application/json\r\nContent-Length: " .. length ..
    "\r\nIdempotency-Key: "
  group.body = "\r\n\r\n" .. (body_before or body)
  group.bodyEnd = body_after
  group.isOfOne = before ~= nil
end

local function prepare(group, host, items)
  if kind == "graphql" then return prepare_query(group, host) end
  if kind == "page" then return prepare_page(group, host) end
  if kind == "call" then return prepare_call(group, host) end
  if kind == "message" then return prepare_message(group, host) end
  assert(group.count >= 2, "BENCH_TARGETS names fewer than two accounts")
  if kind == "balance" then
    group.tail = "/balance HTTP/1.1\r\nHost: " .. host .. "\r\nAuthorization: Bearer " ..
      group.key .. "\r\n\r\n"
  elseif kind == "batch" then
    prepare_batches(group, host, items)
  else
    group.head = head_of("/v1/transfers", host, group.key, #leg(group))
    group.choose = kind == "hot" and hot_and_other or two_of
  end
end

function init(args)
  seed_random()
  local targets = assert(os.getenv("BENCH_TARGETS"), "BENCH_TARGETS is not set")
  local next_line = io.lines(targets)
  kind = next_line()
  local items, host = tonumber(next_line()), next_line()
  local ids
  for line in next_line do
    if line:sub(1, 4) == "key " then
      ids = {}
      groups[#groups + 1] = { key = line:sub(5), ids = ids }
    else
      ids[#ids + 1] = line
    end
  end
  for _, group in ipairs(groups) do
    group.count, group.width = #group.ids, #(group.ids[1] or "")
    group.ids = concat(group.ids)
    assert(#group.ids == group.count * group.width, "the account ids differ in length")
    prepare(group, host, items)
  end
  ids = nil
  collectgarbage()
  if kind == "balance" then
    request = function()
      local group = groups[random(#groups)]
      return "GET /v1/accounts/" .. id_of(group, random(group.count)) .. group.tail
    end
  elseif kind == "graphql" or kind == "page" or kind == "message" then
    request = function() return groups[random(#groups)].whole end
  elseif kind == "call" then
    request = function()
      local group = groups[random(#groups)]
      local id = group.isOfOne and id_of(group, random(group.count)) or ""
      local call = group.head .. id .. group.tail .. new_key() .. group.body
      if not group.bodyEnd then return call end
      return call .. id_of(group, random(group.count)) .. group.bodyEnd
    end
  elseif kind == "batch" then
    request = function()
      local group = groups[random(#groups)]
      local at = random(group.batches)
      return group.heads[at] .. new_key() .. group.bodies[at]
    end
  end
end

function request()
  local group = groups[random(#groups)]
  local source, destination = group.choose(group)
  return group.head .. new_key() .. "\r\n\r\n" .. SOURCE .. source .. DESTINATION .. destination ..
    TAIL
end

function done(summary, latency)
  local errors = summary.errors
  io.write(format(
    'BENCH_RESULT {"requests":%d,"durationUs":%d,"refused":%d,"socketErrors":%d,"timeouts":%d,' ..
    '"p50Us":%d,"p90Us":%d,"p99Us":%d,"p999Us":%d,"maxUs":%d}\n',
    summary.requests, summary.duration, errors.status,
    errors.connect + errors.read + errors.write, errors.timeout,
    latency:percentile(50), latency:percentile(90), latency:percentile(99),
    latency:percentile(99.9), latency.max))
end
