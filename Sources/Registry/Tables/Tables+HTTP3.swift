extension Tables {
    /// IANA, HTTP/3 Frame Types.
    static let http3FrameRows = """
        0 DATA | RFC 9114 §7.2.1 |
        carries the content of a request or response.
        1 HEADERS | RFC 9114 §7.2.2 |
        carries a head or trailers, compressed with QPACK.
        3 CANCEL_PUSH | RFC 9114 §7.2.3 |
        asks not to send a pushed response.
        4 SETTINGS | RFC 9114 §7.2.4 |
        describes the limits and features of the sender; it is the first frame of the control stream.
        5 PUSH_PROMISE | RFC 9114 §7.2.5 |
        announces a response that the client did not request; browsers do not accept it.
        7 GOAWAY | RFC 9114 §7.2.6 |
        says that no new requests are accepted, and from which one on none was processed.
        13 MAX_PUSH_ID | RFC 9114 §7.2.7 |
        lets the server push up to this number of responses.
        984832 PRIORITY_UPDATE | RFC 9218 §7.2 |
        changes the priority of a response while it is sent; type 984833 does so for a pushed one.
        """

    /// IANA, HTTP/3 Settings.
    static let http3SettingRows = """
        1 QPACK_MAX_TABLE_CAPACITY | RFC 9204 §5 |
        is the maximum size in bytes of the table for header compression; the default is 0.
        6 MAX_FIELD_SECTION_SIZE | RFC 9114 §7.2.4.1 |
        is the maximum size of a head, with 32 bytes added for each field; the default is no limit.
        7 QPACK_BLOCKED_STREAMS | RFC 9204 §5 |
        is the number of streams that may wait for entries of the compression table; the default is 0.
        8 ENABLE_CONNECT_PROTOCOL | RFC 9220 §3 |
        says that CONNECT may name a protocol, as for WebSocket over HTTP/3.
        51 H3_DATAGRAM | RFC 9297 §2.1.1 |
        says that HTTP datagrams are accepted, which are sent without retransmission.
        """

    /// IANA, HTTP/3 Error Codes, those of QPACK among them.
    static let http3ErrorRows = """
        256 H3_NO_ERROR | RFC 9114 §8.1 |
        No error: the stream or connection ends normally.
        257 H3_GENERAL_PROTOCOL_ERROR | RFC 9114 §8.1 |
        The peer broke a rule that has no error code of its own.
        258 H3_INTERNAL_ERROR | RFC 9114 §8.1 |
        The sender failed unexpectedly.
        259 H3_STREAM_CREATION_ERROR | RFC 9114 §8.1 |
        The peer opened a stream that the sender does not accept.
        260 H3_CLOSED_CRITICAL_STREAM | RFC 9114 §8.1 |
        A stream that the connection needs was closed.
        261 H3_FRAME_UNEXPECTED | RFC 9114 §8.1 |
        A frame came that is not allowed in this state or on this stream.
        262 H3_FRAME_ERROR | RFC 9114 §8.1 |
        A frame has a wrong length or layout.
        263 H3_EXCESSIVE_LOAD | RFC 9114 §8.1 |
        The peer behaves in a way that causes too much work.
        264 H3_ID_ERROR | RFC 9114 §8.1 |
        A stream or push ID was used incorrectly, for example above its limit.
        265 H3_SETTINGS_ERROR | RFC 9114 §8.1 |
        The payload of a SETTINGS frame has an error.
        266 H3_MISSING_SETTINGS | RFC 9114 §8.1 |
        The control stream does not begin with SETTINGS.
        267 H3_REQUEST_REJECTED | RFC 9114 §8.1 |
        The server did not process the request, so the client can repeat it.
        268 H3_REQUEST_CANCELLED | RFC 9114 §8.1 |
        The request or its response is no longer needed.
        269 H3_REQUEST_INCOMPLETE | RFC 9114 §8.1 |
        The client's stream ended before the request was whole.
        270 H3_MESSAGE_ERROR | RFC 9114 §8.1 |
        A message is malformed, for example with a field name in capitals.
        271 H3_CONNECT_ERROR | RFC 9114 §8.1 |
        The connection of a tunnel was reset or closed abnormally.
        272 H3_VERSION_FALLBACK | RFC 9114 §8.1 |
        The request cannot be served over HTTP/3; the client should repeat it over HTTP/1.1.
        512 QPACK_DECOMPRESSION_FAILED | RFC 9204 §6 |
        A head could not be decompressed.
        513 QPACK_ENCODER_STREAM_ERROR | RFC 9204 §6 |
        The instructions for the compression table could not be read.
        514 QPACK_DECODER_STREAM_ERROR | RFC 9204 §6 |
        The acknowledgements of the compression table could not be read.
        """
}
