#!/usr/bin/env bash
# Makes the signature vectors with OpenSSL's command line and text tools alone: an implementation of section 5.4 that
# shares nothing with ours. RSASSA-PKCS1-v1_5 is deterministic, so running it again changes nothing but new vectors.
# Keys are made once and kept; they are for tests and sign nothing else.
#
#   test/vectors/make.sh        writes signatures.json and, where missing, the keys beside it
set -euo pipefail
export LC_ALL=C.UTF-8
cd "$(dirname "$0")"

key() { # name bits
  [ -f "$1.pem" ] || openssl genpkey -quiet -algorithm RSA -pkeyopt "rsa_keygen_bits:$2" -out "$1.pem"
  openssl pkey -in "$1.pem" -pubout -out "$1.pub.pem"
}
key strong 2048
key weak 1024
key other 2048

json() { # text -> JSON string
  printf '"%s"' "$(printf '%s' "$1" | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g')"
}

# The URL without its fragment, scheme and host (not user, port, path or query) in lower case.
signed_url() {
  printf '%s' "$1" | sed -e 's/#.*//' | sed -E 's#^([A-Za-z]+://)(([^/?@]*)@)?([^/?]*)#\L\1\E\2\L\4\E#'
}

# `NAME=value` of the vendor's headers, names in upper case, sorted, joined with &. Reads `Name: value` lines.
signed_headers() { # vendor
  prefix=$(printf 'X-%s-' "$1" | tr '[:lower:]' '[:upper:]')
  while IFS= read -r line; do
    name=$(printf '%s' "${line%%: *}" | tr '[:lower:]' '[:upper:]')
    case "$name" in "$prefix"*) printf '%s=%s\n' "$name" "${line#*: }" ;; esac
  done | LC_ALL=C sort | paste -sd '&' -
}

first=1
vector() { # key, name, vendor, method, url, body, header lines...
  local key=$1 name=$2 vendor=$3 method=$4 url=$5 body=$6
  shift 6
  local digest message signature headers_json="" header digest_name
  digest="SHA256=$(printf '%s' "$body" | openssl dgst -sha256 -binary | openssl base64 -A)"
  digest_name="X-${vendor^}-Content-Digest"
  message="$method|$(signed_url "$url")|$(printf '%s\n' "$@" "$digest_name: $digest" | signed_headers "$vendor")"
  signature=$(printf '%s' "$message" | openssl dgst -sha256 -sign "$key.pem" -binary | openssl base64 -A)
  printf '%s' "$message" | openssl dgst -sha256 -verify "$key.pub.pem" \
    -signature <(printf '%s' "$signature" | openssl base64 -d -A) > /dev/null
  for header in "$@" "$digest_name: $digest"; do
    headers_json+="${headers_json:+, }$(json "${header%%: *}"): $(json "${header#*: }")"
  done
  [ $first = 1 ] || printf ',\n'
  first=0
  printf '  {\n    "name": %s,\n    "key": %s,\n    "vendor": %s,\n    "method": %s,\n    "url": %s,\n    "headers": { %s },\n    "body": %s,\n    "digest": %s,\n    "message": %s,\n    "signature": %s\n  }' \
    "$(json "$name")" "$(json "$key")" "$(json "$vendor")" "$(json "$method")" "$(json "$url")" "$headers_json" \
    "$(json "$body")" "$(json "$digest")" "$(json "$message")" "$(json "$signature")"
}

at="2026-03-02 10:00:00"
{
  printf '[\n'
  vector strong "an empty body" svc GET "https://api.example.com/merchant/v1/merchant/" "" \
    "Accept: application/vnd.svc.api.merchant.v1+json" "X-Svc-Merchant: shop" "X-Svc-User: till-1" "X-Svc-Timestamp: $at"
  vector strong "a JSON body" svc POST "https://api.example.com/merchant/v1/pos/" '{"id":"till-1","name":"The \"corner\" shop","type":"store"}' \
    "Content-Type: application/json" "X-Svc-Merchant: shop" "X-Svc-User: till-1" "X-Svc-Timestamp: $at"
  vector strong "a body that is not ASCII" svc PUT "https://api.example.com/merchant/v1/pos/till-1/" '{"name":"Blåbær & grønt €5 – 日本 👋"}' \
    "X-Svc-Merchant: shop" "X-Svc-User: till-1" "X-Svc-Timestamp: $at"
  vector strong "a query string, its case and order kept" svc GET "https://api.example.com/merchant/v1/shortlink/Ab%2Fc/last_scan/?ttl=60&Z=1&a=%C3%A5&b=x+y=" "" \
    "X-Svc-Merchant: shop" "X-Svc-User: till-1" "X-Svc-Timestamp: $at"
  vector strong "a scheme and host in upper case" svc GET "HTTPS://API.Example.COM/Merchant/V1/POS/?Cursor=AbC" "" \
    "X-Svc-Merchant: shop" "X-Svc-User: till-1" "X-Svc-Timestamp: $at"
  vector strong "a port" svc DELETE "https://Localhost:8443/merchant/v1/pos/till-1/" "" \
    "X-Svc-Merchant: shop" "X-Svc-User: till-1" "X-Svc-Timestamp: $at"
  vector strong "a fragment, which is not signed" svc GET "https://api.example.com/merchant/v1/pos/?next=2#Part|Two" "" \
    "X-Svc-Merchant: shop" "X-Svc-User: till-1" "X-Svc-Timestamp: $at"
  vector strong "a host alone with a query" svc GET "https://API.example.com?Q=1" "" \
    "X-Svc-Merchant: shop" "X-Svc-User: till-1" "X-Svc-Timestamp: $at"
  vector strong "an integrator instead of a user" svc POST "https://api.example.com/merchant/v1/payment_request/" '{"amount":1000}' \
    "X-Svc-Integrator: acme" "X-Svc-Merchant: shop" "X-Svc-Timestamp: $at"
  vector strong "another vendor token" Acme POST "https://api.example.com/merchant/v1/payment_request/" '{"amount":1000}' \
    "X-Acme-Merchant: shop" "X-Acme-User: till-1" "X-Acme-Timestamp: $at" "X-Svc-User: not-covered" "X-Acmeother-User: not-covered"
  vector strong "names in any case and order, other headers left out" svc GET "https://api.example.com/merchant/v1/user/" "" \
    "x-svc-user: till-1" "X-Testbed-Token: not-covered" "X-SVC-TIMESTAMP: $at" "authorization: not-covered" "X-svc-Merchant: shop"
  vector strong "values with =, & and spaces as they are" svc GET "https://api.example.com/merchant/v1/user/" "" \
    "X-Svc-Merchant: a=b&c  d" "X-Svc-User: till 1" "X-Svc-Timestamp: $at"
  vector strong "a name that another begins with" svc GET "https://api.example.com/merchant/v1/user/" "" \
    "X-Svc-User: z" "X-Svc-User-Agent: y" "X-Svc-Merchant: shop" "X-Svc-User0: x" "X-Svc-Timestamp: $at"
  vector strong "a callback" svc POST "https://shop.example.com/Till/3q2-7wAAq80" '{"meta":{"id":"m-1","event":"payment_authorized","uri":"https://api.example.com/merchant/v1/payment_request/t-1/outcome/"},"object":{"currency":"NOK","amount":1000,"status":"auth","status_code":3008,"pos_id":"till-1","pos_tid":"K7Q2-0142","tid":"t-1"}}' \
    "Content-Type: application/vnd.svc.api.merchant.v1+json" "X-Svc-Timestamp: $at"
  vector weak "a callback signed with a weak key" svc POST "https://shop.example.com/Till/3q2-7wAAq80" '{"meta":{"id":"m-2","event":"payment_request_expired","uri":null}}' \
    "Content-Type: application/vnd.svc.api.merchant.v1+json" "X-Svc-Timestamp: $at"
  printf '\n]\n'
} > signatures.json
