extension Tables {
    /// IANA, HTTP/2 Frame Type.
    static let frameRows = """
        0 DATA | RFC 9113 §6.1 |
        carries content of a request or response.
        1 HEADERS | RFC 9113 §6.2 |
        opens a stream and carries a head, or carries trailers.
        2 PRIORITY | RFC 9113 §6.3 | obsolete
        once told how streams depend on each other; the field Priority has taken its place.
        3 RST_STREAM | RFC 9113 §6.4 |
        ends one stream at once, with an error code.
        4 SETTINGS | RFC 9113 §6.5 |
        tells how the sender would like to be spoken with.
        5 PUSH_PROMISE | RFC 9113 §6.6 |
        announces a response that nobody asked for; browsers do not take it any more.
        6 PING | RFC 9113 §6.7 |
        asks whether the peer is there, and how long a round trip takes.
        7 GOAWAY | RFC 9113 §6.8 |
        says that no new streams are taken, and which was the last.
        8 WINDOW_UPDATE | RFC 9113 §6.9 |
        lets the peer send so many bytes more.
        9 CONTINUATION | RFC 9113 §6.10 |
        carries the rest of a head that did not fit into HEADERS.
        ! Without end they fill memory, so a receiver has to count them.
        10 ALTSVC | RFC 7838 §4 |
        says what the field Alt-Svc says, for an origin.
        12 ORIGIN | RFC 8336 §2 |
        lists the origins that the connection may be used for.
        16 PRIORITY_UPDATE | RFC 9218 §7.1 |
        changes the priority of a response that is under way.
        """

    /// IANA, HTTP/2 Settings.
    static let settingRows = """
        1 HEADER_TABLE_SIZE | RFC 9113 §6.5.2 |
        is how many bytes of fields the peer may remember for compression; 4,096 without it.
        2 ENABLE_PUSH | RFC 9113 §6.5.2 |
        says whether pushed responses are taken; 1 without it.
        3 MAX_CONCURRENT_STREAMS | RFC 9113 §6.5.2 |
        is how many streams may be open at once; any number without it.
        4 INITIAL_WINDOW_SIZE | RFC 9113 §6.5.2 |
        is how many bytes a new stream may send before a WINDOW_UPDATE; 65,535 without it.
        ! Too small, it makes fast connections over long distances slow.
        5 MAX_FRAME_SIZE | RFC 9113 §6.5.2 |
        is how long the content of a frame may be; 16,384 without it.
        6 MAX_HEADER_LIST_SIZE | RFC 9113 §6.5.2 |
        is about how large a head may be before it is refused.
        8 ENABLE_CONNECT_PROTOCOL | RFC 8441 §3 |
        says that CONNECT may name a protocol, as WebSocket over HTTP/2 does.
        9 NO_RFC7540_PRIORITIES | RFC 9218 §2.1 |
        says that the old priorities are not heeded.
        """

    /// IANA, HTTP/2 Error Code.
    static let errorCodeRows = """
        0 NO_ERROR | RFC 9113 §7 |
        Nothing is wrong: the stream or connection simply ends.
        1 PROTOCOL_ERROR | RFC 9113 §7 |
        The peer broke a rule for which there is no code of its own.
        2 INTERNAL_ERROR | RFC 9113 §7 |
        The endpoint came upon something that it did not expect.
        3 FLOW_CONTROL_ERROR | RFC 9113 §7 |
        The peer sent more than the window allows.
        4 SETTINGS_TIMEOUT | RFC 9113 §7 |
        Settings were not acknowledged in time.
        5 STREAM_CLOSED | RFC 9113 §7 |
        A frame came for a stream that was closed by its sender already.
        6 FRAME_SIZE_ERROR | RFC 9113 §7 |
        A frame has a size that it must not have.
        7 REFUSED_STREAM | RFC 9113 §7 |
        The request was refused before anything was done; it may be sent again.
        8 CANCEL | RFC 9113 §7 |
        The stream is not wanted any more.
        9 COMPRESSION_ERROR | RFC 9113 §7 |
        The state of field compression is lost, and with it the connection.
        10 CONNECT_ERROR | RFC 9113 §7 |
        The connection behind a CONNECT was reset or closed.
        11 ENHANCE_YOUR_CALM | RFC 9113 §7 |
        The peer makes too much work.
        12 INADEQUATE_SECURITY | RFC 9113 §7 |
        TLS is not as good as HTTP/2 demands.
        13 HTTP_1_1_REQUIRED | RFC 9113 §7 |
        The request is to be made with HTTP/1.1.
        """

    /// IANA, TLS Application-Layer Protocol Negotiation (ALPN) Protocol IDs.
    static let protocolRows = """
        http/0.9 | RFC 1945 |
        is HTTP before it had heads; nobody offers it.
        http/1.0 | RFC 1945 |
        is HTTP with heads and a connection a request.
        http/1.1 | RFC 9112 |
        is HTTP as text, with kept connections.
        h2 | RFC 9113 |
        is HTTP/2 over TLS.
        h2c | RFC 9113 |
        is HTTP/2 in clear; it must not be offered in TLS.
        h3 | RFC 9114 |
        is HTTP/3, over QUIC.
        spdy/1 | SPDY | obsolete
        was the first try at what became HTTP/2.
        spdy/2 | SPDY | obsolete
        was the second.
        spdy/3 | SPDY | obsolete
        was the third, which browsers spoke until 2016.
        acme-tls/1 | RFC 8737 |
        proves to a certificate authority that a host is one's own.
        coap | RFC 8323 |
        is CoAP, for small devices, over TLS and TCP.
        dot | RFC 7858 |
        is DNS over TLS.
        doq | RFC 9250 |
        is DNS over QUIC.
        ftp | RFC 4217 |
        is FTP.
        imap | RFC 2595 |
        is mail being read with IMAP.
        irc | RFC 1459 |
        is chat.
        managesieve | RFC 5804 |
        changes the filters of a mailbox.
        mqtt | MQTT 5.0 |
        is messages of devices.
        nntp | RFC 3977 |
        is network news.
        ntske/1 | RFC 8915 |
        agrees on keys for secure network time.
        pop3 | RFC 2595 |
        is mail being fetched with POP3.
        postgresql | PostgreSQL |
        is a PostgreSQL database.
        radius/1.0 | RFC 9765 |
        is RADIUS without its own secrets.
        sip/2 | RFC 3261 |
        is telephone calls.
        smb | SMB2 |
        is Windows' file shares, over QUIC.
        stun.turn | RFC 7443 |
        is a relay for calls.
        stun.nat-discovery | RFC 7443 |
        finds out one's own address.
        sunrpc | RFC 9289 |
        is remote procedure calls, such as NFS.
        tds/8.0 | TDS |
        is a Microsoft SQL Server.
        webrtc | RFC 8833 |
        is a call between browsers.
        c-webrtc | RFC 8833 |
        is a call between browsers whose content is confidential.
        xmpp-client | XEP-0368 |
        is chat from a client.
        xmpp-server | XEP-0368 |
        is chat between servers.
        """
}
