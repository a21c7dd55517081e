/// What a peer may cost on one HTTP/2 connection. Every frame is cheap to send; each of these bounds a way to make the
/// receiver pay (RFC 9113 §10.5).
package struct HTTP2Limits: Sendable, Hashable {
    /// Octets of a frame's payload (SETTINGS_MAX_FRAME_SIZE).
    package var frameSize = 16_384
    /// Streams at once, each counted until the exchange it caused is over on the other leg too (CVE-2023-44487).
    package var streams = 100
    /// RST_STREAM of the peer, and those that its faults make us send (CVE-2025-8671): so many at once …
    package var resets = 1000
    /// … and so many a second.
    package var resetsPerSecond = 33
    /// Frames on streams that were over already, for each stream opened: RST_STREAM of a server, and field blocks. What
    /// is beyond counts as `resets` do.
    package var latePerStream = 4
    /// Octets of a field block, as they came.
    package var fieldBlock = 256 << 10
    /// CONTINUATION frames of a field block (CVE-2024-27316).
    package var continuations = 32
    /// What the fields of a block count for (SETTINGS_MAX_HEADER_LIST_SIZE).
    package var fieldList = 256 << 10
    /// Fields of a block.
    package var fields = 1000
    /// Values of a SETTINGS frame (CVE-2019-9515).
    package var settingsValues = 32
    /// SETTINGS frames in a span.
    package var settings = 100
    /// PING frames in a span (CVE-2019-9512).
    package var pings = 1000
    /// The span, in seconds.
    package var span = 10
    /// Acknowledgements that wait to be sent.
    package var acknowledgements = 1000
    /// Empty DATA frames in a row that end nothing (CVE-2019-9518).
    package var emptyData = 100
    /// PRIORITY frames, and frames of unknown types: so many for the connection, and for each stream opened.
    package var prioritiesPerStream = 100
    /// WINDOW_UPDATE frames in any case …
    package var windowUpdates = 5
    /// … for each stream opened …
    package var windowUpdatesPerStream = 2
    /// … and for each DATA frame sent (CVE-2019-9511).
    package var windowUpdatesPerData = 20
    /// Octets that a stream may send before any are given back (SETTINGS_INITIAL_WINDOW_SIZE).
    package var streamWindow = 256 << 10
    /// Octets that the window of a fast stream grows to.
    package var largestStreamWindow = 4 << 20
    /// Octets that all streams of a loop may send before any are given back; from there on new ones get
    /// `scarceStreamWindow`, and none grows.
    package var windows = 64 << 20
    /// Octets that a stream may send before any are given back, where those of others are many.
    package var scarceStreamWindow = 64 << 10
    /// Octets that all streams together may send before they arrive.
    package var connectionWindow = 16 << 20
    /// How long a peer may leave a window shut in which something waits.
    package var stall = Duration.seconds(60)
    /// Octets that it has to let out in that time, or all that waits: one that opens octet by octet is as good as shut.
    package var stallOctets = 1 << 10
    /// Streams whose end is remembered after they are forgotten otherwise.
    package var remembered = 256
    /// Interim responses on a stream; one that is large counts for one more with each KiB.
    package var interimResponses = 256

    /// What a proxy can afford.
    package init() {}
}
