-- Arguments: the Accept-Encoding value, then for a POST a file with one JSON body a line. Bodies take turns; where one
-- holds @@ each request gets a number of its own there, so that no two messages are the same.
local bodies = {}
local requests = {}
local turn = 0
local counter = 0
local threads = 0

function setup(thread)
  threads = threads + 1
  thread:set("id", threads)
end

function init(args)
  wrk.headers["Accept-Encoding"] = args[1]
  if args[2] then
    wrk.method = "POST"
    wrk.headers["Content-Type"] = "application/json"
    for line in io.lines(args[2]) do
      bodies[#bodies + 1] = line
      requests[#requests + 1] = not line:find("@@", 1, true) and wrk.format(nil, nil, nil, line)
    end
  else
    requests[1] = wrk.format()
  end
  math.randomseed(os.time() + id)
  run = id .. "-" .. math.random(1, 1000000000)
end

function request()
  turn = turn % #requests + 1
  if requests[turn] then return requests[turn] end
  counter = counter + 1
  local body = bodies[turn]:gsub("@@", run .. "-" .. counter)
  return wrk.format(nil, nil, nil, body)
end

function done(summary, latency)
  local e = summary.errors
  io.write(string.format(
    'RESULT {"requests":%d,"microseconds":%d,"bytes":%d,"p50":%d,"p99":%d,"errors":%d}\n',
    summary.requests, summary.duration, summary.bytes, latency:percentile(50), latency:percentile(99),
    e.connect + e.read + e.write + e.status + e.timeout))
end
