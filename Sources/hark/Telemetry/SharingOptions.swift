import ArgumentParser

/// What a proxy tells other programs of its flows while it runs: a database, a collector, Prometheus.
struct SharingOptions: ParsableArguments {
    @OptionGroup var shipping: ProxyShipOptions

    @OptionGroup var telemetry: TelemetryOptions
}
