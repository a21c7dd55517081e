extension Tables {
    /// IANA, HTTP/2 Frame Type.
    static let frameRows = """
        0 DATA | RFC 9113 §6.1 |
        carries the content of a request or response.
        ! Sent beyond the window, it is a FLOW_CONTROL_ERROR; padding counts, too.
        1 HEADERS | RFC 9113 §6.2 |
        opens a stream and carries a head, or carries trailers.
        ! All heads of a connection share one compression state: a frame that cannot be decoded ends the connection, not
        the stream.
        2 PRIORITY | RFC 9113 §6.3 | obsolete
        once described dependencies between streams; the Priority field replaces it.
        ! Most servers ignore it.
        3 RST_STREAM | RFC 9113 §6.4 |
        ends one stream immediately, with an error code.
        ! Many of them right after the request are an attack (CVE-2023-44487); servers end such connections.
        4 SETTINGS | RFC 9113 §6.5 |
        describes the limits and features of the sender.
        ! They hold once they are acknowledged; one that is not acknowledged ends the connection with SETTINGS_TIMEOUT.
        5 PUSH_PROMISE | RFC 9113 §6.6 |
        announces a response that the client did not request; browsers no longer accept it.
        ! A client that set ENABLE_PUSH to 0 ends the connection for it.
        6 PING | RFC 9113 §6.7 |
        checks that the peer responds, and measures the round trip time.
        ! Too many are answered with ENHANCE_YOUR_CALM; gRPC servers allow one in five minutes by default.
        7 GOAWAY | RFC 9113 §6.8 |
        says that no new streams are accepted, and names the last one that was.
        ! Requests with a higher number than it names were not processed and can be sent again; a client that does not
        look fails them.
        8 WINDOW_UPDATE | RFC 9113 §6.9 |
        lets the peer send this number of bytes more.
        ! A receiver that forgets it stops the transfer permanently. An increment of 0 is an error.
        9 CONTINUATION | RFC 9113 §6.10 |
        carries the rest of a head that did not fit into HEADERS.
        ! An endless series fills memory, so a receiver has to limit it.
        10 ALTSVC | RFC 7838 §4 |
        does the same as the Alt-Svc field, for one origin.
        ! A browser ignores it for origins that the connection does not serve.
        12 ORIGIN | RFC 8336 §2 |
        lists the origins for which the connection can be used.
        ! It does not replace the check of the certificate.
        16 PRIORITY_UPDATE | RFC 9218 §7.1 |
        changes the priority of a response while it is sent.
        ! It is for a stream that may not exist yet; a server that does not know the frame ignores it.
        """

    /// IANA, HTTP/2 Settings.
    static let settingRows = """
        1 HEADER_TABLE_SIZE | RFC 9113 §6.5.2 |
        is the size in bytes of the table for header compression; the default is 4,096.
        ! 0 switches the table off: then each request repeats its cookies in full.
        2 ENABLE_PUSH | RFC 9113 §6.5.2 |
        says whether pushed responses are accepted; the default is 1.
        ! A server must not set it to 1; a client that sees this ends the connection.
        3 MAX_CONCURRENT_STREAMS | RFC 9113 §6.5.2 |
        is the number of streams that may be open at once; the default is no limit.
        ! Below 100, pages with many files wait. A stream above the limit is refused with REFUSED_STREAM.
        4 INITIAL_WINDOW_SIZE | RFC 9113 §6.5.2 |
        is the number of bytes a new stream may send before a WINDOW_UPDATE; the default is 65,535.
        ! A small value slows fast connections over long distances.
        5 MAX_FRAME_SIZE | RFC 9113 §6.5.2 |
        is the maximum length of a frame's payload; the default is 16,384.
        ! Less than 16,384 or more than 16,777,215 is a PROTOCOL_ERROR.
        6 MAX_HEADER_LIST_SIZE | RFC 9113 §6.5.2 |
        is the approximate maximum size of a head.
        ! It only informs: a larger head is answered with 431, or the stream ends.
        8 ENABLE_CONNECT_PROTOCOL | RFC 8441 §3 |
        says that CONNECT may name a protocol, as for WebSocket over HTTP/2.
        ! Without it, browsers open a WebSocket over HTTP/1.1, on a connection of its own.
        9 NO_RFC7540_PRIORITIES | RFC 9218 §2.1 |
        says that the sender ignores the old priorities.
        ! It counts only in the first SETTINGS frame; a later change is an error.
        16 TLS_RENEG_PERMITTED | Microsoft MS-HTTP2E |
        says that the server may renegotiate TLS, for example to ask for a client certificate.
        """

    /// IANA, HTTP/2 Error Code.
    static let errorCodeRows = """
        0 NO_ERROR | RFC 9113 §7 |
        No error: the stream or connection ends normally.
        ! In a RST_STREAM after a whole response it only says that the rest of the request is not needed.
        1 PROTOCOL_ERROR | RFC 9113 §7 |
        The peer broke a rule that has no error code of its own.
        ! A field with capitals, a Connection field or a wrong order of frames is the usual cause.
        2 INTERNAL_ERROR | RFC 9113 §7 |
        The endpoint had an unexpected internal failure.
        ! With browsers it often hides a head or trailer of the server's that is invalid.
        3 FLOW_CONTROL_ERROR | RFC 9113 §7 |
        The peer sent more than the window allows.
        ! A window that was raised above 2,147,483,647 leads to it, too.
        4 SETTINGS_TIMEOUT | RFC 9113 §7 |
        Settings were not acknowledged in time.
        5 STREAM_CLOSED | RFC 9113 §7 |
        A frame arrived for a stream that its sender had already closed.
        ! A frame that crosses with RST_STREAM on the way is no fault, and has to be ignored for a while.
        6 FRAME_SIZE_ERROR | RFC 9113 §7 |
        A frame has an invalid size.
        7 REFUSED_STREAM | RFC 9113 §7 |
        The request was rejected before processing; it can be sent again.
        ! A client that does not repeat the request reports an error that was none.
        8 CANCEL | RFC 9113 §7 |
        The stream is no longer needed.
        ! A page that was left, or a timeout of the client, is the usual cause: look at the client first.
        9 COMPRESSION_ERROR | RFC 9113 §7 |
        The state of header compression is lost, so the connection has to end.
        ! A proxy that leaves out or reorders a HEADERS frame leads to it; all streams of the connection fail.
        10 CONNECT_ERROR | RFC 9113 §7 |
        The connection opened by CONNECT was reset or closed.
        11 ENHANCE_YOUR_CALM | RFC 9113 §7 |
        The peer causes too much load.
        ! gRPC clients get it for too many PINGs: raise their keepalive time.
        12 INADEQUATE_SECURITY | RFC 9113 §7 |
        TLS does not meet the requirements of HTTP/2.
        ! A server with ciphers of TLS 1.2 that RFC 9113 forbids fails with browsers only.
        13 HTTP_1_1_REQUIRED | RFC 9113 §7 |
        The request must be sent over HTTP/1.1.
        ! Servers that ask for a client certificate send it; clients that do not fall back fail.
        """

    /// IANA, TLS Application-Layer Protocol Negotiation (ALPN) Protocol IDs.
    static let protocolRows = """
        http/0.9 | RFC 1945 |
        is HTTP without heads; it is not used in practice.
        http/1.0 | RFC 1945 |
        is HTTP with heads and one connection per request.
        http/1.1 | RFC 9112 |
        is HTTP as text, with persistent connections.
        h2 | RFC 9113 |
        is HTTP/2 over TLS.
        h2c | RFC 9113 |
        is HTTP/2 without TLS; it must not be offered in TLS.
        h3 | RFC 9114 |
        is HTTP/3, over QUIC.
        spdy/1 | SPDY | obsolete
        was the first predecessor of HTTP/2.
        spdy/2 | SPDY | obsolete
        was the second predecessor of HTTP/2.
        spdy/3 | SPDY | obsolete
        was the third predecessor of HTTP/2, in browsers until 2016.
        acme-tls/1 | RFC 8737 |
        proves to a certificate authority that you control a host.
        coap | RFC 8323 |
        is CoAP, for small devices, over TLS and TCP.
        dot | RFC 7858 |
        is DNS over TLS.
        doq | RFC 9250 |
        is DNS over QUIC.
        ftp | RFC 4217 |
        is FTP.
        imap | RFC 2595 |
        is IMAP, for reading mail.
        irc | RFC 1459 |
        is IRC, for chat.
        managesieve | RFC 5804 |
        is ManageSieve, for the filters of a mailbox.
        mqtt | MQTT 5.0 |
        is MQTT, for messages between devices.
        nntp | RFC 3977 |
        is NNTP, for newsgroups.
        ntske/1 | RFC 8915 |
        agrees on keys for secure network time (NTS).
        pop3 | RFC 2595 |
        is POP3, for fetching mail.
        postgresql | PostgreSQL |
        is a PostgreSQL database.
        radius/1.0 | RFC 9765 |
        is RADIUS over TLS, without shared secrets.
        sip/2 | RFC 3261 |
        is SIP, for telephone calls.
        smb | SMB2 |
        is SMB, for Windows file shares, over QUIC.
        stun.turn | RFC 7443 |
        is TURN, a relay for calls.
        stun.nat-discovery | RFC 7443 |
        is STUN, for discovering one's own public address.
        sunrpc | RFC 9289 |
        is ONC RPC, for example for NFS.
        tds/8.0 | TDS |
        is a Microsoft SQL Server.
        webrtc | RFC 8833 |
        is a call between browsers.
        c-webrtc | RFC 8833 |
        is a call between browsers whose content is confidential.
        co | RFC 9952 |
        is CoAP over DTLS, for small devices.
        dicom | DICOM PS3.15 |
        is DICOM, for medical images.
        nnsp | RFC 3977 |
        is NNTP between servers, for newsgroups.
        radius/1.1 | RFC 9765 |
        is RADIUS over TLS, without the older protection by MD5.
        xmpp-client | XEP-0368 |
        is XMPP chat from a client.
        xmpp-server | XEP-0368 |
        is XMPP chat between servers.
        """

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
