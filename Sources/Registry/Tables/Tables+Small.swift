extension Tables {
    /// IANA, HTTP Range Unit Registry.
    static let rangeUnitRows = """
        bytes | RFC 9110 §14.1.2 |
        counts bytes of the representation, from 0, both ends included.
        ! The last byte counts: bytes=0-99 are 100 bytes.
        > Range: bytes=0-499
        bytes-live | draft-pratt-httpbis-bytes-live-range-unit | unregistered
        counted bytes of a resource that grows; RFC 8673 uses bytes for that.
        none | RFC 9110 §14.3 | reserved
        in Accept-Ranges: range requests are not supported.
        ! Clients may ask for a range anyway; the server then sends the whole.
        """

    /// IANA, Forwarded parameters (RFC 7239).
    static let forwardedParameterRows = """
        by | RFC 7239 §5.1 |
        gives the proxy's address that received the request.
        ! It shows addresses inside of the network: use an obfuscated name that begins with a low line.
        > Forwarded: by=_proxy1
        for | RFC 7239 §5.2 |
        gives the client or proxy that sent the request to this proxy.
        ! An IPv6 address needs brackets and quotes. A client can send the field: only what your own proxies added can
        be trusted.
        > Forwarded: for="[2001:db8::17]:47011"
        host | RFC 7239 §5.3 |
        gives the Host field that the proxy received.
        ! A server that builds links from it can be made to send users to another host, unless the proxy sets it.
        > Forwarded: host=shop.example.com
        proto | RFC 7239 §5.4 |
        gives the scheme that the client used.
        ! Without it, an application whose proxy ends TLS makes links with http.
        > Forwarded: proto=https
        """

    /// IANA, Hash Algorithms for HTTP Digest Fields.
    static let digestAlgorithmRows = """
        adler | RFC 9530 §7.2 | obsolete weak
        is the checksum of zlib; it detects only accidental damage.
        ! Anybody can make other content with the same checksum.
        > Want-Content-Digest: adler=1
        crc32c | RFC 9530 §7.2 | obsolete weak
        is a checksum; it detects only accidental damage.
        ! Anybody can make other content with the same checksum.
        > Want-Content-Digest: crc32c=1
        md5 | RFC 9530 §7.2 | obsolete weak
        is MD5, which is broken.
        ! Other content with the same hash can be made in seconds.
        > Want-Content-Digest: md5=1
        sha | RFC 9530 §7.2 | obsolete weak
        is SHA-1, which is broken.
        ! Other content with the same hash can be made.
        > Want-Content-Digest: sha=1
        sha-256 | RFC 9530 §7.2 |
        is SHA-256, which is recommended.
        ! The value is the hash in base64 between colons; hexadecimal is a malformed field.
        > Content-Digest: sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBF7kbu9DBPE=:
        sha-512 | RFC 9530 §7.2 |
        is SHA-512, which is recommended.
        ! The value is the hash in base64 between colons; hexadecimal is a malformed field.
        > Repr-Digest:
        sha-512=:YMAam51Jz/jOATT6/zvHrLVgOYTGFy1d6GJiOHTohq4yP+pgk4vf2aCsyRZOtw8MjkM7iw7yZ/WkppmM44T3qg==:
        unixcksum | RFC 9530 §7.2 | obsolete weak
        is the checksum of the Unix program cksum.
        unixsum | RFC 9530 §7.2 | obsolete weak
        is the checksum of the Unix program sum.
        """

    /// IANA, HTTP Preferences.
    static let preferenceRows = """
        depth-noroot | RFC 8144 §4 |
        asks the server to leave the resource itself out of a WebDAV response about its members.
        ! A server that does not know it sends the resource itself, too.
        > Prefer: depth-noroot
        handling | RFC 7240 §4.4 | takesValue
        says whether the server should handle mistakes in the request strictly or leniently.
        ! It is a wish: Preference-Applied in the response says whether the server obeyed.
        > Prefer: handling=lenient
        respond-async | RFC 7240 §4.1 |
        accepts an immediate 202 instead of waiting for the result.
        ! It is a wish: a client has to accept a 200 as well.
        > Prefer: respond-async
        return | RFC 7240 §4.2 | takesValue
        says whether the response should contain the new state (representation) or be minimal.
        ! It is a wish: a client has to accept a body, or none. Caches need Vary: Prefer.
        > Prefer: return=minimal
        safe | RFC 8674 §2 |
        asks for content that is not objectionable.
        ! Browsers send it for all sites if the user switched it on, which tells sites about the user.
        > Prefer: safe
        wait | RFC 7240 §4.3 | takesSeconds
        says how many seconds the client will wait.
        ! It is a wish: proxies may give up earlier.
        > Prefer: respond-async, wait=10
        allow-entityreferences | OData 4.01 Part 1 §8.2.8 | unregistered
        lets the response contain references in place of entities that it has already.
        callback | OData 4.01 Part 1 §8.2.8 | unregistered takesValue
        names the URL to notify when a request that runs in the background is done.
        continue-on-error | OData 4.01 Part 1 §8.2.8 | unregistered
        asks the server to process the rest of a batch after an error.
        include-annotations | OData 4.01 Part 1 §8.2.8 | unregistered takesValue
        names the annotations that the response should contain.
        > Prefer: include-annotations="display.*"
        maxpagesize | OData 4.01 Part 1 §8.2.8 | unregistered takesValue
        asks for at most this number of items on a page.
        ! It is a wish: the server may send less, so follow its link to the next page.
        > Prefer: maxpagesize=100
        omit-values | OData 4.01 Part 1 §8.2.8.6 | unregistered takesValue
        asks to leave out properties that are null or have their default.
        > Prefer: omit-values=nulls
        track-changes | OData 4.01 Part 1 §8.2.8 | unregistered
        asks for a link to the changes since this response.
        odata.allow-entityreferences | OData 4.0 | provisional
        odata.callback | OData 4.0 | provisional
        odata.continue-on-error | OData 4.0 | provisional
        odata.include-annotations | OData 4.0 | provisional
        odata.maxpagesize | OData 4.0 | provisional
        odata.track-changes | OData 4.0 | provisional
        return-no-content | OData 3.0 | unregistered
        """

    /// Versions of TLS as the handshake writes them.
    static let tlsVersionRows = """
        768 SSL 3.0 | RFC 6101 | obsolete weak
        is broken (POODLE) and must not be used.
        ! A server that accepts it lets an attacker in the network read cookies.
        769 TLS 1.0 | RFC 2246 | obsolete weak
        is obsolete and must not be used (RFC 8996).
        ! Browsers refuse it since 2020; card data must not be sent over it.
        770 TLS 1.1 | RFC 4346 | obsolete weak
        is obsolete and must not be used (RFC 8996).
        ! Browsers refuse it since 2020.
        771 TLS 1.2 | RFC 5246 |
        is secure with the right ciphers; it does not encrypt the certificates.
        ! Without ECDHE, a stolen key of the server decrypts old recordings.
        772 TLS 1.3 | RFC 8446 |
        is the current version: one round trip, encrypted certificates, no weak ciphers.
        ! Its early data can be sent again by an attacker: servers accept it for safe requests only.
        """

    /// IANA, WebSocket Close Code Number Registry.
    static let closeCodeRows = """
        1000 Normal Closure | RFC 6455 §7.4.1 |
        The connection has served its purpose.
        ! Many clients do not reconnect after it, so it is wrong for a restart.
        1001 Going Away | RFC 6455 §7.4.1 |
        The server is shutting down, or the user has left the page.
        ! It is normal when a page is left; logs that count it as an error are full of it.
        1002 Protocol error | RFC 6455 §7.4.1 |
        The peer broke the rules of the protocol.
        ! A proxy that changes frames, or a client that does not mask them, is the usual cause.
        1003 Unsupported Data | RFC 6455 §7.4.1 |
        A message had a type that the endpoint does not accept, such as binary instead of text.
        ! A client that sends a Blob where the server expects text gets it.
        1004 Reserved | RFC 6455 §7.4.1 | reserved
        It has no meaning yet.
        1005 No Status Rcvd | RFC 6455 §7.4.1 | neverSent
        The close frame had no code.
        ! close() without a code leads to it, so it is no fault by itself.
        1006 Abnormal Closure | RFC 6455 §7.4.1 | neverSent
        The connection ended without a close frame.
        = Look for what closed it: a proxy's idle timeout, a crash, a lost network.
        ! Scripts get no more than this about failed handshakes, too: the reason is in the recording, not in the page.
        1007 Invalid frame payload data | RFC 6455 §7.4.1 |
        A message had invalid content, such as text that is not UTF-8.
        ! Text that was cut in the middle of a character leads to it, if each frame is checked instead of the message.
        1008 Policy Violation | RFC 6455 §7.4.1 |
        A message violates the policy of the endpoint.
        ! An Origin or token that is refused after the handshake ends so; a 403 before it is clearer to see.
        1009 Message Too Big | RFC 6455 §7.4.1 |
        A message is larger than the endpoint accepts.
        ! A client that reconnects and sends the same message again gets it for ever.
        1010 Mandatory Ext. | RFC 6455 §7.4.1 |
        The client requires an extension that the server did not accept.
        ! Only clients send it: a server refuses the handshake instead.
        1011 Internal Error | RFC 6455 §7.4.1 |
        The server had an unexpected failure.
        ! Clients that reconnect at once keep a failing server busy: wait longer each time.
        1012 Service Restart | RFC 6455 §7.4.2 |
        The service is restarting; reconnect in a moment.
        ! All clients come back at the same moment: wait a random time first.
        1013 Try Again Later | RFC 6455 §7.4.2 |
        The service is overloaded.
        ! A client that reconnects at once adds to the load: wait longer each time.
        1014 Bad Gateway | RFC 6455 §7.4.2 |
        A gateway got no valid response from its upstream server.
        ! The fault is between gateway and upstream server, not at the client.
        1015 TLS handshake | RFC 6455 §7.4.1 | neverSent
        The TLS handshake failed.
        ! A certificate that is not trusted is the usual cause; scripts are not told more.
        3000 Unauthorized | RFC 6455 §7.4.2 |
        The peer must log in first.
        ! A client that reconnects with the same token is closed again: get a new one first.
        3003 Forbidden | RFC 6455 §7.4.2 |
        The peer is logged in, but not allowed to do this.
        ! A retry with the same login does not help.
        3008 Timeout | RFC 6455 §7.4.2 |
        The endpoint waited too long.
        4000 Private Use | RFC 6455 §7.4.2 |
        Codes from 4000 to 4999 have the meaning that the application gives them.
        ! Libraries do not know whether to reconnect after it: the application has to say so.
        """
}
