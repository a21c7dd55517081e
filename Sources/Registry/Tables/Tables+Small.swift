extension Tables {
    /// IANA, HTTP Range Unit Registry.
    static let rangeUnitRows = """
        bytes | RFC 9110 §14.1.2 |
        counts bytes of the representation, from 0, both ends included.
        > Range: bytes=0-499
        bytes-live | draft-pratt-httpbis-bytes-live-range-unit | unregistered
        counted bytes of a resource that grows; RFC 8673 uses bytes for that.
        none | RFC 9110 §14.3 | reserved
        in Accept-Ranges: range requests are not supported.
        """

    /// IANA, Forwarded parameters (RFC 7239).
    static let forwardedParameterRows = """
        by | RFC 7239 §5.1 |
        gives the proxy's address that received the request.
        for | RFC 7239 §5.2 |
        gives the client or proxy that sent the request to this proxy.
        > Forwarded: for="[2001:db8::17]:47011"
        host | RFC 7239 §5.3 |
        gives the Host field that the proxy received.
        proto | RFC 7239 §5.4 |
        gives the scheme that the client used.
        """

    /// IANA, Hash Algorithms for HTTP Digest Fields.
    static let digestAlgorithmRows = """
        adler | RFC 9530 §7.2 | obsolete weak
        is the checksum of zlib; it detects only accidental damage.
        crc32c | RFC 9530 §7.2 | obsolete weak
        is a checksum; it detects only accidental damage.
        md5 | RFC 9530 §7.2 | obsolete weak
        is MD5, which is broken.
        sha | RFC 9530 §7.2 | obsolete weak
        is SHA-1, which is broken.
        sha-256 | RFC 9530 §7.2 |
        is SHA-256, which is recommended.
        sha-512 | RFC 9530 §7.2 |
        is SHA-512, which is recommended.
        unixcksum | RFC 9530 §7.2 | obsolete weak
        is the checksum of the Unix program cksum.
        unixsum | RFC 9530 §7.2 | obsolete weak
        is the checksum of the Unix program sum.
        """

    /// IANA, HTTP Preferences.
    static let preferenceRows = """
        depth-noroot | RFC 8144 §4 |
        asks the server to leave the resource itself out of a WebDAV response about its members.
        handling | RFC 7240 §4.4 | takesValue
        says whether the server should handle mistakes in the request strictly or leniently.
        > Prefer: handling=lenient
        respond-async | RFC 7240 §4.1 |
        accepts an immediate 202 instead of waiting for the result.
        return | RFC 7240 §4.2 | takesValue
        says whether the response should contain the new state (representation) or be minimal.
        > Prefer: return=minimal
        safe | RFC 8674 §2 |
        asks for content that is not objectionable.
        wait | RFC 7240 §4.3 | takesSeconds
        says how many seconds the client will wait.
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
        769 TLS 1.0 | RFC 2246 | obsolete weak
        is obsolete and must not be used (RFC 8996).
        770 TLS 1.1 | RFC 4346 | obsolete weak
        is obsolete and must not be used (RFC 8996).
        771 TLS 1.2 | RFC 5246 |
        is secure with the right ciphers; it does not encrypt the certificates.
        772 TLS 1.3 | RFC 8446 |
        is the current version: one round trip, encrypted certificates, no weak ciphers.
        """

    /// IANA, WebSocket Close Code Number Registry.
    static let closeCodeRows = """
        1000 Normal Closure | RFC 6455 §7.4.1 |
        The connection has served its purpose.
        1001 Going Away | RFC 6455 §7.4.1 |
        The server is shutting down, or the user has left the page.
        1002 Protocol error | RFC 6455 §7.4.1 |
        The peer broke the rules of the protocol.
        1003 Unsupported Data | RFC 6455 §7.4.1 |
        A message had a type that the endpoint does not accept, such as binary instead of text.
        1004 Reserved | RFC 6455 §7.4.1 | reserved
        It has no meaning yet.
        1005 No Status Rcvd | RFC 6455 §7.4.1 | neverSent
        The close frame had no code.
        1006 Abnormal Closure | RFC 6455 §7.4.1 | neverSent
        The connection ended without a close frame.
        = Look for what closed it: a proxy's idle timeout, a crash, a lost network.
        1007 Invalid frame payload data | RFC 6455 §7.4.1 |
        A message had invalid content, such as text that is not UTF-8.
        1008 Policy Violation | RFC 6455 §7.4.1 |
        A message violates the policy of the endpoint.
        1009 Message Too Big | RFC 6455 §7.4.1 |
        A message is larger than the endpoint accepts.
        1010 Mandatory Ext. | RFC 6455 §7.4.1 |
        The client requires an extension that the server did not accept.
        1011 Internal Error | RFC 6455 §7.4.1 |
        The server had an unexpected failure.
        1012 Service Restart | RFC 6455 §7.4.2 |
        The service is restarting; reconnect in a moment.
        1013 Try Again Later | RFC 6455 §7.4.2 |
        The service is overloaded.
        1014 Bad Gateway | RFC 6455 §7.4.2 |
        A gateway got no valid response from its upstream server.
        1015 TLS handshake | RFC 6455 §7.4.1 | neverSent
        The TLS handshake failed.
        3000 Unauthorized | RFC 6455 §7.4.2 |
        The peer must log in first.
        3003 Forbidden | RFC 6455 §7.4.2 |
        The peer is logged in, but not allowed to do this.
        3008 Timeout | RFC 6455 §7.4.2 |
        The endpoint waited too long.
        4000 Private Use | RFC 6455 §7.4.2 |
        Codes from 4000 to 4999 have the meaning that the application gives them.
        """
}
