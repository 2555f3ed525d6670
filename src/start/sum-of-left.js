// What workers had counted when they left: their counters and histograms, added up, so that the sums of the service only grow. The values are
// those of the metrics library as JSON; nothing else is known of them here.

export function createSumOfLeft() {
  /** By metric, then by series. */
  const metrics = new Map();
  return {
    add(snapshot) {
      for (const { name, help, type, aggregator, values } of snapshot) {
        if (type !== 'counter' && type !== 'histogram') continue;
        const kept = metrics.get(name) ?? { name, help, type, aggregator, series: new Map() };
        metrics.set(name, kept);
        for (const one of values) {
          const key = JSON.stringify([one.metricName, Object.entries(one.labels).sort()]);
          kept.series.set(key, { ...one, value: one.value + (kept.series.get(key)?.value ?? 0) });
        }
      }
    },
    /** One snapshot, or none. */
    read() {
      if (metrics.size === 0) return [];
      return [
        [...metrics.values()].map(({ series, ...rest }) => ({ ...rest, values: [...series.values()] })),
      ];
    },
  };
}
