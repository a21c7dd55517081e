-- Queries for a dashboard (in Grafana: PostgreSQL data source, one query a panel). They cover the last day. In Grafana,
-- replace the condition on `started` by $__timeFilter(started), and keep the one on `day`, which leaves out partitions.

-- Requests and failures in each minute.
SELECT date_trunc('minute', started) AS time, sum(weight) AS requests,
    sum(weight) FILTER (WHERE status >= 500) AS failures
FROM hark.flow
WHERE day >= current_date - 1 AND started > now() - interval '1 day'
GROUP BY 1 ORDER BY 1;

-- The 95th percentile of the duration in each minute, within 2 %: durations in buckets that grow by 2 %.
WITH buckets AS (
    SELECT date_trunc('minute', started) AS time, floor(ln(greatest(duration, 1)) * 50) AS bucket, sum(weight) AS flows
    FROM hark.flow
    WHERE day >= current_date - 1 AND started > now() - interval '1 day'
    GROUP BY 1, 2
), counted AS (
    SELECT time, bucket, sum(flows) OVER (PARTITION BY time ORDER BY bucket) AS upto,
        sum(flows) OVER (PARTITION BY time) AS total
    FROM buckets
)
SELECT time, min(exp((bucket + 1) / 50)) / 1000 AS p95_ms
FROM counted WHERE upto >= 0.95 * total
GROUP BY 1 ORDER BY 1;

-- Hosts by class of status.
SELECT host, status / 100 AS class, sum(weight) AS requests
FROM hark.flow
WHERE day >= current_date - 1 AND started > now() - interval '1 day'
GROUP BY 1, 2 ORDER BY 3 DESC LIMIT 50;

-- The slowest endpoints. Numbers in paths count as one.
SELECT host, regexp_replace(path, '[0-9]+', '{id}', 'g') AS endpoint, count(*) AS flows, max(duration) / 1000 AS ms
FROM hark.flow
WHERE day >= current_date - 1 AND started > now() - interval '1 day'
GROUP BY 1, 2 ORDER BY 4 DESC NULLS LAST LIMIT 20;

-- Failures by kind.
SELECT coalesce(error, status::text) AS kind, count(*) AS flows
FROM hark.flow
WHERE day >= current_date - 1 AND started > now() - interval '1 day' AND (error IS NOT NULL OR status >= 500)
GROUP BY 1 ORDER BY 2 DESC;

-- Bytes by proxy.
SELECT proxy, sum(response_size * weight) AS bytes
FROM hark.flow
WHERE day >= current_date - 1 AND started > now() - interval '1 day'
GROUP BY 1 ORDER BY 2 DESC NULLS LAST LIMIT 20;

-- The last failures. `hark show` takes the name in the second column.
SELECT started, lpad(to_hex(run), 16, '0') || ':' || id AS flow, method, status, url
FROM hark.flow
WHERE day >= current_date - 1 AND started > now() - interval '1 day' AND status >= 500
ORDER BY started DESC LIMIT 50;

-- Proxies that are silent, or lost something.
SELECT proxy, now() - seen AS silent, lost, conflicts, skew
FROM hark.run
WHERE seen < now() - interval '5 minutes' OR lost > 0 OR conflicts > 0
ORDER BY seen LIMIT 50;
