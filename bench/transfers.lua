-- Load of `POST /v1/transfers` for wrk. BENCH_TARGETS names a file: the API key, the host header,
-- then one account id a line. Every request moves 1 minor unit between two random accounts under an
-- Idempotency-Key of its own. Raw request strings, because the generator shares the server's cores:
-- heads and bodies are made once, a request is one concatenation.
-- Ends with one line `BENCH_RESULT {json}`; latencies in microseconds.

local PAIRS = 4096

local heads, bodies = {}, {}
local random, format = math.random, string.format

function init(args)
  -- 52 random bits per run and thread, so that no run repeats the keys of another.
  local urandom = assert(io.open("/dev/urandom", "rb"))
  local seed = 0
  for _, byte in ipairs({ urandom:read(6):byte(1, 6) }) do seed = seed * 256 + byte end
  seed = seed * 16 + urandom:read(1):byte() % 16
  urandom:close()
  math.randomseed(seed)

  local lines = {}
  local targets = assert(os.getenv("BENCH_TARGETS"), "BENCH_TARGETS is not set")
  for line in io.lines(targets) do
    lines[#lines + 1] = line
  end
  local key, host, first = lines[1], lines[2], 3
  local count = #lines - first + 1
  assert(count >= 2, "BENCH_TARGETS names fewer than two accounts")
  for i = 1, PAIRS do
    local source = random(count)
    local destination = (source - 1 + random(count - 1)) % count + 1
    local body = '{"sourceAccountId":"' .. lines[first + source - 1] ..
      '","destinationAccountId":"' .. lines[first + destination - 1] ..
      '","amount":"1","currency":"USD"}'
    heads[i] = "POST /v1/transfers HTTP/1.1\r\nHost: " .. host ..
      "\r\nAuthorization: Bearer " .. key ..
      "\r\nContent-Type: application/json\r\nContent-Length: " .. #body ..
      "\r\nIdempotency-Key: "
    bodies[i] = "\r\n\r\n" .. body
  end
end

-- Formatted random numbers: cheaper than joining digits from a table or filling an FFI buffer
-- (6.5, 7.7 and 7.1 us of user time a request; 5.6 with a constant key).
function request()
  local pair = random(PAIRS)
  local key = format("%08x-%04x-4%03x-a%03x-%06x%06x", random(0, 0xffffffff), random(0, 0xffff),
    random(0, 0xfff), random(0, 0xfff), random(0, 0xffffff), random(0, 0xffffff))
  return heads[pair] .. key .. bodies[pair]
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
