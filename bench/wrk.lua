-- Arguments: the Accept-Encoding value and, for a POST, a file with the JSON body. Each @@ in the body becomes a different
-- number, so that no two messages are the same.
local body
local counter = 0

function setup(thread)
  thread:set("seed", os.time())
end

function init(args)
  wrk.headers["Accept-Encoding"] = args[1]
  if args[2] then
    wrk.method = "POST"
    wrk.headers["Content-Type"] = "application/json"
    body = io.open(args[2]):read("*a")
  end
  math.randomseed(seed)
  run = math.random(1, 1000000000)
  plain = not (body and body:find("@@", 1, true)) and wrk.format(nil, nil, nil, body)
end

function request()
  if plain then return plain end
  counter = counter + 1
  return wrk.format(nil, nil, nil, (body:gsub("@@", run .. "-" .. counter)))
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format('RESULT {"requests":%d,"microseconds":%d,"errors":%d}\n', summary.requests, summary.duration,
    e.connect + e.read + e.write + e.status + e.timeout))
end
