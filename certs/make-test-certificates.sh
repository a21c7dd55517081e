#!/bin/sh
# Makes the certificates that tests and the demo site's failing pages need, with throw-away keys, into a given folder:
#
#     certs/make-test-certificates.sh FOLDER [ZONE]
#
# The names in them are ZONE's, or demo.hark.test's, which Hark answers for itself.
#
# Per case there is CASE.pem (the leaf, and the intermediate where one is sent) and CASE.key. For clients there is
# root.pem, the one root to trust, and crl.pem with what was revoked. cases.txt has a line per case: its name, the host
# to ask for, what a careful client says (`ok`, or the reason that OpenSSL gives), and what it needs to say so.
# It needs the command line tool of OpenSSL 1.1.1 or later. Nothing made here is worth protecting, or trusting.
set -eu

[ $# -eq 1 ] || [ $# -eq 2 ] || {
    echo "usage: $0 FOLDER [ZONE]" >&2
    exit 64
}
umask 077
mkdir -p -- "$1"
cd -- "$1"
mkdir .making
trap 'rm -rf .making' EXIT
: >cases.txt

zone=${2-demo.hark.test}
inside=inside.${zone#demo.}
# Every program below is told what it needs; a configuration of this system must not have a say.
OPENSSL_CONF=/dev/null
export OPENSSL_CONF

# Runs openssl, and shows what it said only if it failed.
quiet() {
    openssl "$@" >.making/said 2>&1 || {
        cat .making/said >&2
        exit 70
    }
}

make_key() { # FILE [rsa BITS]
    case ${2-ec} in
    rsa) quiet genpkey -algorithm RSA -pkeyopt "rsa_keygen_bits:$3" -out "$1" ;;
    *) quiet genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -pkeyopt ec_param_enc:named_curve -out "$1" ;;
    esac
}

# What `openssl ca` keeps for an issuer, and its settings; NAME.key and NAME.cert.pem belong to it.
make_issuer_folder() { # NAME
    mkdir ".making/$1"
    : >".making/$1/index.txt"
    echo 01 >".making/$1/crlnumber"
    cat >".making/$1/ca.cnf" <<END
[ca]
default_ca = issuer
[issuer]
database = .making/$1/index.txt
serial = .making/$1/serial
crlnumber = .making/$1/crlnumber
new_certs_dir = .making/$1
certificate = .making/$1.cert.pem
private_key = .making/$1.key
default_md = sha256
default_days = 90
default_crl_days = 90
unique_subject = no
email_in_dn = no
policy = any_name
[any_name]
commonName = optional
END
}

make_root() { # NAME
    make_key ".making/$1.key"
    cat >".making/$1.cnf" <<END
[req]
distinguished_name = name
[name]
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
END
    quiet req -x509 -new -key ".making/$1.key" -config ".making/$1.cnf" -extensions root -sha256 -days 365 \
        -subj "/CN=Hark test $1" -out ".making/$1.cert.pem"
    make_issuer_folder "$1"
}

# Signs a request. The extensions come from standard input, the options of `openssl ca` after the names.
sign() { # ISSUER NAME SUBJECT [OPTION ...]
    issuer=$1
    name=$2
    subject=$3
    shift 3
    cat >".making/$name.ext"
    printf '[req]\ndistinguished_name = name\n[name]\n' >".making/$name.cnf"
    quiet req -new -key ".making/$name.key" -config ".making/$name.cnf" -subj "$subject" -out ".making/$name.csr"
    # Sixteen random bytes; the first one keeps the number positive.
    echo "01$(openssl rand -hex 15)" >".making/$issuer/serial"
    quiet ca -batch -notext -config ".making/$issuer/ca.cnf" -in ".making/$name.csr" -extfile ".making/$name.ext" \
        -out ".making/$name.cert.pem" "$@"
}

make_intermediate() { # ISSUER NAME [LINE OF EXTENSIONS]
    make_key ".making/$2.key"
    sign "$1" "$2" "/CN=Hark test $2" <<END
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
${3-}
END
    make_issuer_folder "$2"
}

# A leaf whose key is there already.
sign_leaf() { # ISSUER CASE ALTERNATIVE-NAMES [OPTION ...]
    leaf_issuer=$1
    leaf=$2
    names=$3
    shift 3
    sign "$leaf_issuer" "$leaf" "/CN=$leaf" "$@" <<END
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = $names
END
}

make_leaf() { # ISSUER CASE ALTERNATIVE-NAMES [OPTION ...]
    make_key ".making/$2.key"
    sign_leaf "$@"
}

# Puts a case in place: its key, and the chain that a server sends.
finish() { # CASE HOST VERDICT NEEDS INTERMEDIATE ...
    case_name=$1
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "$4" >>cases.txt
    shift 4
    cp ".making/$case_name.key" "$case_name.key"
    cat ".making/$case_name.cert.pem" >"$case_name.pem"
    for intermediate in "$@"; do cat ".making/$intermediate.cert.pem" >>"$case_name.pem"; done
}

make_root root
make_root unknown-root
make_intermediate root intermediate
make_intermediate root constrained 'nameConstraints = critical, permitted;DNS:'"$inside"

make_leaf intermediate good "DNS:$zone, DNS:good.$zone"
finish good "$zone" ok - intermediate

make_leaf intermediate expired "DNS:expired.$zone" -startdate 20200101000000Z -enddate 20200401000000Z
finish expired "expired.$zone" "certificate has expired" - intermediate

make_leaf intermediate not-yet-valid "DNS:not-yet-valid.$zone" -startdate 20480101000000Z -enddate 20480401000000Z
finish not-yet-valid "not-yet-valid.$zone" "certificate is not yet valid" - intermediate

make_leaf intermediate wrong-host "DNS:another.$zone"
finish wrong-host "wrong-host.$zone" "hostname mismatch" - intermediate

make_key .making/self-signed.key
cat >.making/self-signed.cnf <<END
[req]
distinguished_name = name
[name]
[leaf]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
subjectAltName = DNS:self-signed.$zone
END
quiet req -x509 -new -key .making/self-signed.key -config .making/self-signed.cnf -extensions leaf -sha256 -days 90 \
    -subj /CN=self-signed -out .making/self-signed.cert.pem
finish self-signed "self-signed.$zone" "self-signed certificate" -

make_leaf unknown-root unknown-issuer "DNS:unknown-issuer.$zone"
finish unknown-issuer "unknown-issuer.$zone" "unable to get local issuer certificate" -

make_leaf intermediate missing-intermediate "DNS:missing-intermediate.$zone"
finish missing-intermediate "missing-intermediate.$zone" "unable to get local issuer certificate" -

make_key .making/weak-rsa.key rsa 1024
sign_leaf intermediate weak-rsa "DNS:weak-rsa.$zone"
finish weak-rsa "weak-rsa.$zone" "EE certificate key too weak" level2 intermediate

# OpenSSL calls every signature that an issuer made a CA's, also the one on a leaf.
make_leaf intermediate sha1 "DNS:sha1.$zone" -md sha1
finish sha1 "sha1.$zone" "CA signature digest algorithm too weak" level2 intermediate

make_leaf constrained name-constrained "DNS:$inside"
finish name-constrained "$inside" ok - constrained

make_leaf constrained name-constraint-violated "DNS:outside.$zone"
finish name-constraint-violated "outside.$zone" "permitted subtree violation" - constrained

make_leaf intermediate ip "IP:127.0.0.1, IP:::1"
finish ip 127.0.0.1 ok - intermediate

make_leaf intermediate idn "DNS:xn--bcher-kva.$zone"
finish idn "xn--bcher-kva.$zone" ok - intermediate

make_leaf intermediate wildcard "DNS:*.wildcard.$zone"
finish wildcard "any.wildcard.$zone" ok - intermediate

make_leaf intermediate revoked "DNS:revoked.$zone"
quiet ca -config .making/intermediate/ca.cnf -revoke .making/revoked.cert.pem -crl_reason keyCompromise
finish revoked "revoked.$zone" "certificate revoked" crl intermediate

quiet ca -config .making/intermediate/ca.cnf -gencrl -out .making/intermediate.crl.pem
quiet ca -config .making/root/ca.cnf -gencrl -out .making/root.crl.pem
cat .making/intermediate.crl.pem .making/root.crl.pem >crl.pem
cp .making/root.cert.pem root.pem
