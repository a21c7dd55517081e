internal import CLibSSL

/// The version of OpenSSL that this process runs with.
package enum OpenSSLVersion {
    package static var text: String { unsafe String(cString: OpenSSL_version(OPENSSL_VERSION_STRING)) }
}
